import { request as requestPlain, type IncomingMessage } from 'node:http';
import { Agent as TlsAgent, request as requestTls } from 'node:https';

export interface FileRequest {
  readonly url: string;
  /** Its name in messages, since the address may contain secrets. */
  readonly shown: string;
  readonly authorization?: string;
  /** Those of the last fetched file: if it is still the same, it is not fetched again. */
  readonly validators?: Validators;
  readonly maxBytes: number;
  /** The variables that name a proxy for an https address, and the hosts without one. Default: there is no proxy. */
  readonly proxyEnv?: ProxyEnv;
  /** Breaks it off. */
  readonly signal: AbortSignal;
}

/** `HTTPS_PROXY` and `NO_PROXY`, in either case. */
export type ProxyEnv = Readonly<Record<string, string | undefined>>;

/** The headers by which a server shows whether a file has changed (RFC 9110, section 8.8). */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

export interface FetchedFile {
  readonly bytes: Buffer;
  readonly validators: Validators;
}

/** Why a file could not be fetched; the message is one sentence. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  /** The server's answer; undefined if it did not. */
  readonly status: number | undefined;
  /** Where a redirect leads, as the server wrote it. */
  readonly location: string | undefined;

  constructor(message: string, status?: number, location?: string) {
    super(message);
    this.status = status;
    this.location = location;
  }
}

/** The time limits without data and in total, in milliseconds. */
const idleMs = 15_000;
const maxMs = 600_000;

/** Fetches a file over HTTP, and follows no redirect; `unchanged` by its validators. Rejects with a FetchError. */
export async function fetchFile(file: FileRequest): Promise<FetchedFile | 'unchanged'> {
  const idle = new AbortController();
  const signal = AbortSignal.any([file.signal, idle.signal, AbortSignal.timeout(maxMs)]);
  try {
    const response = await send({ ...file, signal }, () => idle.abort());
    return await readFile(response, file);
  } catch (error) {
    if (error instanceof FetchError) throw error;
    // An answer that is aborted for that reason appears as a reset.
    throw new FetchError(signal.aborted ? `${file.shown} did not respond in time.` : explain(error, file));
  }
}

function send(file: FileRequest, giveUp: () => void): Promise<IncomingMessage> {
  const { signal, proxyEnv } = file;
  const agent = proxyEnv !== undefined && file.url.startsWith('https:') && new TlsAgent({ proxyEnv });
  const begin = file.url.startsWith('https:') ? requestTls : requestPlain;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = begin(file.url, { headers: headersOf(file), agent, signal, timeout: idleMs });
  sent.on('timeout', giveUp);
  sent.on('response', resolve);
  sent.on('error', reject);
  // An upgrade that nobody requested gets neither an answer nor an error.
  sent.on('close', () => reject(new FetchError(`${file.shown} closed the connection without a response.`)));
  sent.end();
  return promise;
}

function headersOf({ authorization, validators = {} }: FileRequest): Readonly<Record<string, string>> {
  const { etag, lastModified } = validators;
  return {
    // A signature is of the bytes themselves.
    'accept-encoding': 'identity',
    // A cache on the way must check that it has the newest version.
    'cache-control': 'no-cache',
    ...(authorization !== undefined && { authorization }),
    ...(etag !== undefined && { 'if-none-match': etag }),
    ...(etag === undefined && lastModified !== undefined && { 'if-modified-since': lastModified }),
  };
}

async function readFile(response: IncomingMessage, file: FileRequest): Promise<FetchedFile | 'unchanged'> {
  const { statusCode: status = 0, headers } = response;
  try {
    if (status === 304 && file.validators) return 'unchanged';
    if (status !== 200) throw new FetchError(describeStatus(status, file.shown), status, headers.location);
    if ((headers['content-encoding'] ?? 'identity') !== 'identity')
      throw new FetchError(`${file.shown} is compressed although that was not requested.`);
    const { etag, 'last-modified': lastModified } = headers;
    const validators = {
      ...(etag !== undefined && { etag }),
      ...(lastModified !== undefined && { lastModified }),
    };
    return { bytes: await readBody(response, file), validators };
  } finally {
    response.destroy();
  }
}

function describeStatus(status: number, shown: string): string {
  if (status >= 300 && status < 400 && status !== 304)
    return `${shown} redirects (${status}), which is not followed: use the target address.`;
  return `${shown} returned ${status}.`;
}

async function readBody(response: IncomingMessage, { maxBytes, shown }: FileRequest): Promise<Buffer> {
  const checkLength = (length: number) => {
    if (length > maxBytes) throw new FetchError(`${shown} is larger than ${maxBytes} bytes.`);
  };
  checkLength(Number(response.headers['content-length'] ?? 0));
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    checkLength((length += chunk.length));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function explain(error: unknown, { shown }: FileRequest): string {
  if (!(error instanceof Error)) return `${shown} cannot be fetched.`;
  // If several addresses were tried, the first error is enough.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code = first instanceof Error && 'code' in first ? String(first.code) : error.message;
  if (/PROXY/.test(code)) return `${shown} cannot be reached by the proxy that HTTPS_PROXY names (${code}).`;
  if (!/CERT|ISSUER|LEAF/.test(code)) return `${shown} cannot be reached (${code}).`;
  const distrust = `The certificate of ${new URL(shown).origin} is not trusted (${code})`;
  // Another authority makes neither the name in it right nor its time.
  if (/ALTNAME|EXPIRED|NOT_YET_VALID/.test(code)) return `${distrust}: the server needs another certificate.`;
  return `${distrust}: set NODE_EXTRA_CA_CERTS to a file with certificate authorities.`;
}
