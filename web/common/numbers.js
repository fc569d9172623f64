// SPDX-License-Identifier: MIT

/// Numbers from the base64 of their little-endian bytes, as pages hold them.
export function unpack(text, ArrayType) {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; ++i) bytes[i] = letters.charCodeAt(i);
  return new ArrayType(bytes.buffer);
}
