/** Tells where a request comes from: a page of another origin, a program of this machine, or a proxy. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isLoopback } from '../config.js';

/** `none` is an address that a person typed or opened from a bookmark. */
const OWN_SITES: ReadonlySet<unknown> = new Set(['same-origin', 'none']);

export function isOfOtherOrigin(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return !OWN_SITES.has(site);
  // Browsers of before 2023 may send only `Origin`; programs send neither.
  const { origin, host } = headers;
  return origin !== undefined && origin.replace(/^https?:\/\//, '') !== host;
}

/** The headers by which proxies tell for whom they ask. */
const OF_PROXIES =
  /^(?:forwarded|via|x-forwarded.*|x-real-ip|x-(?:cluster-)?client-ip|true-client-ip|cf-connecting-ip)$/;

/**
 * Whether a program of this machine asks, without a proxy, for a loopback name. A page that gave its own name a loopback
 * address (DNS rebinding) asks for that name. nginx, unless told otherwise, hides the name and speaks HTTP/1.0.
 */
export function isOfThisMachine({ headers, httpVersion }: Pick<IncomingMessage, 'headers' | 'httpVersion'>): boolean {
  const [, name = ''] = /^\[?(.*?)\]?(?::\d+)?$/.exec(headers.host ?? '') ?? [];
  return httpVersion === '1.1' && isLoopback(name) && !Object.keys(headers).some((header) => OF_PROXIES.test(header));
}
