import type { RequestTarget } from '../gateway/route/request-target.ts';

/** In characters; a span needs no more of an address to be found by. */
const longest = 1024;

const redacted = 'REDACTED';

/** The path and the query as a span names them: no value of the query, since it may be a secret. */
export interface TracedUrl {
  readonly path: string;
  /** Without its question mark; undefined where there is none. */
  readonly query: string | undefined;
}

/** The attributes `url.path` and `url.query` of OpenTelemetry's conventions, which ask for sensitive values to be redacted. */
export function traceUrl({ path, query }: RequestTarget): TracedUrl {
  return {
    path: withoutFragment(path).slice(0, longest),
    query: query === '' ? undefined : redactQuery(query),
  };
}

function redactQuery(query: string): string {
  const parts = withoutFragment(query).slice(1).split('&');
  return parts.map(redactValue).join('&').slice(0, longest);
}

/** No client is to send a fragment; one that does may keep a token in it. */
function withoutFragment(text: string): string {
  const end = text.indexOf('#');
  return end === -1 ? text : text.slice(0, end);
}

/** The attribute `url.full`, of the upstream's origin, which holds no credentials, and what is asked for there. */
export function traceFullUrl(origin: string, { path, query }: TracedUrl): string {
  return `${origin}${path}${query === undefined ? '' : `?${query}`}`;
}

/** A part without a name may be a secret as a whole. */
function redactValue(part: string): string {
  const equals = part.indexOf('=');
  return equals === -1 ? redacted : `${part.slice(0, equals + 1)}${redacted}`;
}
