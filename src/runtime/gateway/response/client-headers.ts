import type { IncomingHttpHeaders } from 'node:http';
import { hopByHopHeaders } from '#compiled/header-fate.ts';
import { forbiddenTrailers } from '#compiled/answers/forbidden-trailers.ts';
import { isOwnCookie } from '#runtime/token/own-cookies.ts';
import type { Call } from '../call.ts';
import { connectionOptions } from '../upstream/header-roles.ts';
import type { UpstreamTarget } from '../generation/served-endpoint.ts';

/**
 * The headers that an upstream's response reaches the client with, names and values in turn: the API's declaration
 * decides which origins may read the response, and the gateway's own headers replace those of the upstream.
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

/** Trailer fields must not frame, route or authorise anything (RFC 9110 section 6.5.1). */
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

/** Link headers are added, all others are set once. */
function isSaid({ ownHeaders }: Call, name: string): boolean {
  if (name === 'link') return false;
  for (let index = 0; index < ownHeaders.length; index += 2) if (ownHeaders[index] === name) return true;
  return false;
}

/** Headers whose value is a URI of the upstream's (RFC 9110 sections 8.7 and 10.2.2). */
function isAddress(name: string): boolean {
  return name === 'location' || name === 'content-location';
}

function addCookies(headers: string[], cookies: string | readonly string[]): void {
  for (const cookie of typeof cookies === 'string' ? [cookies] : cookies) {
    if (!isOwnCookie(cookie)) headers.push('set-cookie', cookie);
  }
}

/**
 * A URI of an upstream, as the client can follow it: one below the upstream's own address becomes one below the API's.
 * Any other is unchanged; a relative one refers to the API's address already.
 */
function toClientAddress(address: string, call: Call, { origin, basePath }: UpstreamTarget): string {
  if (!/^https?:/i.test(address)) return address;
  const url = URL.parse(address);
  if (url?.origin !== origin || url.username !== '' || url.password !== '') return address;
  if (!`${url.pathname}/`.startsWith(`${basePath}/`)) return address;
  return addressOfApi(call) + url.pathname.slice(basePath.length) + url.search + url.hash;
}

/** By the version that the call named, or by none if it named none. */
function addressOfApi({ generation, target: { path }, resourcePath }: Call): string {
  const base = path.endsWith(resourcePath) ? path.slice(0, -resourcePath.length) : path;
  return `${generation.scheme}://${generation.host}${base}`;
}
