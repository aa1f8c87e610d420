/** Tells the requests that a browser sends for a page of another origin. */
import type { IncomingHttpHeaders } from 'node:http';

/** `none` is an address that a person typed or opened from a bookmark. */
const OWN_SITES: ReadonlySet<unknown> = new Set(['same-origin', 'none']);

export function isOfOtherOrigin(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return !OWN_SITES.has(site);
  // Browsers of before 2023 may send only `Origin`; programs send neither.
  const { origin, host } = headers;
  return origin !== undefined && origin.replace(/^https?:\/\//, '') !== host;
}
