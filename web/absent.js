// SPDX-License-Identifier: MIT
// Stands for the scripts of a page where the program was built without them.
for (const place of document.querySelectorAll('[data-script]'))
  place.textContent = 'This part of the page is missing: the program that wrote it was built with OLDHAM_WEB=OFF.';
