import type { FastifyRequest, FastifyInstance } from 'fastify';
import { isWellEscaped } from '#runtime/rejection/is-well-escaped.ts';
import type { OAuthRefusal } from '#runtime/rejection/oauth-refusals.ts';
import { sendContinue } from '#runtime/rejection/send-continue.ts';

const formType = 'application/x-www-form-urlencoded';

const multipartType = 'multipart/form-data';

const usualBytes = 64 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The parameters of a request by name; a parameter without a value counts as absent (RFC 6749 section 3.2). */
export type Form = ReadonlyMap<string, string>;

/** The maximum number of parameters. The largest form of the store, which offers hundreds of scopes, has fewer. */
export const mostParameters = 1000;

/** The text of a form; undefined if it is compressed or not UTF-8. */
export function readFormText({ body, headers }: FastifyRequest): string | undefined {
  const coding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (coding !== 'identity') return undefined;
  return Buffer.isBuffer(body) ? decodeUtf8(body) : '';
}

/** The query of a request, without its question mark. */
export function queryOf({ raw: { url = '' } }: FastifyRequest): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start + 1);
}

/**
 * Parses an application/x-www-form-urlencoded body. Refuses malformed escapes, repeated parameters, and too many of
 * them, all of which the URL standard accepts.
 */
export function parseForm(body: string): Form | OAuthRefusal {
  // Parsing too many parameters takes seconds, during which the gateway responds to no call.
  if (hasMany(body) || !isWellEscaped(body)) return { refused: 'form_malformed' };
  const form = new Map<string, string>();
  const names = new Set<string>();
  // The `&` saves a question mark at the beginning of the text, which URLSearchParams would drop.
  for (const [name, value] of new URLSearchParams(`&${body}`)) {
    if (names.has(name)) return { refused: 'parameter_repeated' };
    names.add(name);
    if (value !== '') form.set(name, value);
  }
  return form;
}

function hasMany(body: string): boolean {
  let count = 1;
  for (let at = body.indexOf('&'); at !== -1 && count <= mostParameters; at = body.indexOf('&', at + 1))
    count += 1;
  return count > mostParameters;
}

/** Decodes UTF-8. Undefined if the bytes are not valid: replacing them would silently change a secret. */
export function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Whether a request contains a form that `readMultipart` reads. */
export function isMultipart({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.toLowerCase().startsWith(multipartType) ?? false;
}

/**
 * Makes the routes of a context accept forms in multipart/form-data too, each as a stream that has not been read. Call
 * it after `acceptForms`.
 */
export function acceptUploads(app: FastifyInstance): void {
  app.addContentTypeParser(multipartType, (_request, payload, done) => done(null, payload));
}

/** Makes the routes of a context accept only forms, each as a Buffer of at most 64 KiB or its route's `bodyLimit`. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(formType, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRoute', (route) => void (route.bodyLimit ??= usualBytes));
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (isReadable(request)) sendContinue(request.raw, reply.raw);
    done(null, payload);
  });
}

/** Whether to send 100 Continue; a form that will be refused need not be sent. */
function isReadable({ headers, routeOptions }: FastifyRequest): boolean {
  const isForm = headers['content-type']?.toLowerCase().startsWith(formType) ?? false;
  return isForm && Number(headers['content-length'] ?? 0) <= routeOptions.bodyLimit;
}
