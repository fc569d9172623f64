// SPDX-License-Identifier: MIT
/** @file What the page asks the server. Addresses are relative: the token stands in that of the page. */

/** What the server refuses, in its own words. */
export class Refusal extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/**
 * @param {string} method
 * @param {string} what such as "files"
 * @param {Record<string, string | number | string[]>} [query]
 * @param {{body?: string, signal?: AbortSignal}} [options]
 * @returns {Promise<Response>}
 */
async function ask(method, what, query = {}, options = {}) {
  const words = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    for (const one of [value].flat()) words.append(key, String(one));
  let response;
  try {
    response = await fetch(`api/${what}?${words}`, {
      method, body: options.body, signal: options.signal,
      headers: options.body === undefined ? {} : { 'Content-Type': 'text/plain; charset=utf-8' },
    });
  } catch (problem) {
    if (problem.name === 'AbortError') throw problem;
    throw new Refusal(0, 'The server does not answer; it may have been ended.');
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({}));
  throw new Refusal(response.status, answer.error ?? `The server answers with ${response.status}.`);
}

export const list = async () => (await ask('GET', 'files')).json();
export const read = async (path) => (await ask('GET', 'file', { path })).json();
export const readExample = async (path) => (await ask('GET', 'example', { path })).json();
export const templates = async () => (await ask('GET', 'templates')).json();
export const save = async (path, stamp, body) => (await ask('PUT', 'save', { path, stamp }, { body })).json();
export const check = async (path, body) => (await ask('POST', 'check', { path }, { body })).json();
export const run = async (path) => (await ask('POST', 'run', { path }, { body: '' })).json();
export const stop = async () => (await ask('POST', 'stop', {}, { body: '' })).json();
export const status = async () => (await ask('GET', 'status')).json();
/** All that a run has said and will say. @param {number} number */
export const events = (number) => new EventSource(`api/events?run=${number}`);
/** @returns {Promise<Float32Array>} spectral radii, row by row from below */
export const chart = async (query, signal) =>
  new Float32Array(await (await ask('GET', 'chart', query, { signal })).arrayBuffer());
export const point = async (query, signal) => (await ask('GET', 'point', query, { signal })).json();
