import type { IncomingHttpHeaders } from 'node:http';
import { hopByHopHeaders } from '#compiled/header-fate.ts';
import { forbiddenTrailers } from '#compiled/answers/forbidden-trailers.ts';
import { isOwnCookie } from '#runtime/token/own-cookies.ts';
import type { Call } from '../call.ts';
import { connectionOptions } from '../upstream/header-roles.ts';
import type { UpstreamTarget } from '../generation/served-endpoint.ts';

/**
 * The response headers for the client: names and values, alternating. CORS headers come from the API's declaration, and
 * the gateway's own headers replace those of the upstream.
 */
export function toClientHeaders(answered: IncomingHttpHeaders, call: Call, target: UpstreamTarget): string[] {
  const named = connectionOptions(answered.connection);
  const headers: string[] = [];
  for (const name in answered) {
    const value = answered[name];
    if (value === undefined || !isPassed(name) || named?.includes(name) || isSaid(call, name)) continue;
    if (name === 'set-cookie') addCookies(headers, value);
    else if (typeof value !== 'string') for (const one of value) headers.push(name, one);
    else headers.push(name, isAddress(name) ? toClientAddress(value, call, target) : value);
  }
  addOwnHeaders(headers, call, answered.vary);
  return headers;
}

function addOwnHeaders(headers: string[], { ownHeaders }: Call, vary: string | undefined): void {
  for (let index = 0; index < ownHeaders.length; index += 2) {
    const name = ownHeaders[index] ?? '';
    const value = ownHeaders[index + 1] ?? '';
    if (name === 'vary' && vary !== undefined) headers.push(name, `${vary}, ${value}`);
    else headers.push(name, value);
  }
}

/** The trailers for the client, without fields that frame, route or authorise (RFC 9110 section 6.5.1). */
export function toClientTrailers(trailers: IncomingHttpHeaders, call: Call): [string, string][] {
  return Object.entries(trailers).flatMap(([name, value]) =>
    value === undefined || !isPassed(name) || forbiddenTrailers.has(name) || isSaid(call, name)
      ? []
      : [[name, String(value)]],
  );
}

function isPassed(name: string): boolean {
  return !hopByHopHeaders.has(name) && !name.startsWith('access-control-');
}

/** Whether the gateway's own header replaces the upstream's. Both are sent for Link. */
function isSaid({ ownHeaders }: Call, name: string): boolean {
  if (name === 'link') return false;
  for (let index = 0; index < ownHeaders.length; index += 2) if (ownHeaders[index] === name) return true;
  return false;
}

/** Whether the value of a header is a URI of the upstream (RFC 9110 sections 8.7 and 10.2.2). */
function isAddress(name: string): boolean {
  return name === 'location' || name === 'content-location';
}

function addCookies(headers: string[], cookies: string | readonly string[]): void {
  for (const cookie of typeof cookies === 'string' ? [cookies] : cookies) {
    if (!isOwnCookie(cookie)) headers.push('set-cookie', cookie);
  }
}

/**
 * A URI as the client can follow it: one below the upstream's address becomes one below the API's. Any other URI, also
 * a relative one, is unchanged.
 */
function toClientAddress(address: string, call: Call, { origin, basePath }: UpstreamTarget): string {
  if (!/^https?:/i.test(address)) return address;
  const url = URL.parse(address);
  if (url?.origin !== origin || url.username !== '' || url.password !== '') return address;
  if (!`${url.pathname}/`.startsWith(`${basePath}/`)) return address;
  return addressOfApi(call) + url.pathname.slice(basePath.length) + url.search + url.hash;
}

/** The URL of the API as the call used it, without a version if the path has none. */
function addressOfApi({ generation, target: { path }, resourcePath }: Call): string {
  const base = path.endsWith(resourcePath) ? path.slice(0, -resourcePath.length) : path;
  return `${generation.scheme}://${generation.host}${base}`;
}
