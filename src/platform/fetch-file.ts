import { request as requestPlain, type IncomingMessage } from 'node:http';
import { Agent as TlsAgent, request as requestTls } from 'node:https';

export interface FileRequest {
  readonly url: string;
  /** The name of the file in messages, since its URL may contain secrets. */
  readonly shown: string;
  readonly authorization?: string;
  /** The validators of the file that was fetched last, so that an unchanged file is not fetched again. */
  readonly validators?: Validators;
  readonly maxBytes: number;
  /** The variables that name the proxy for https addresses, and the hosts to reach directly. Default: no proxy. */
  readonly proxyEnv?: ProxyEnv;
  /** Aborts the request. */
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
  /** The status of the response; undefined if there was none. */
  readonly status: number | undefined;
  /** The target of a redirect, as the server wrote it. */
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

/**
 * Fetches a file over HTTP without following redirects. Resolves to `unchanged` if the validators show that. Rejects
 * with a FetchError.
 */
export async function fetchFile(file: FileRequest): Promise<FetchedFile | 'unchanged'> {
  const idle = new AbortController();
  const signal = AbortSignal.any([file.signal, idle.signal, AbortSignal.timeout(maxMs)]);
  try {
    const response = await send({ ...file, signal }, () => idle.abort());
    return await readFile(response, file);
  } catch (error) {
    if (error instanceof FetchError) throw error;
    // An aborted request fails with the error of a reset connection.
    throw new FetchError(signal.aborted ? `${file.shown} did not respond in time.` : explain(error, file));
  }
}

function send(file: FileRequest, giveUp: () => void): Promise<IncomingMessage> {
  const { signal, proxyEnv = {} } = file;
  const proxy = file.url.startsWith('https:') ? findProxy(proxyEnv) : undefined;
  const agent = proxy !== undefined && new TlsAgent({ proxyEnv });
  const begin = file.url.startsWith('https:') ? requestTls : requestPlain;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = begin(file.url, { headers: headersOf(file), agent, signal, timeout: idleMs });
  sent.on('timeout', giveUp);
  sent.on('response', resolve);
  let hasSocket = false;
  // Through a proxy, this event comes after the certificate of the host is checked.
  sent.on('socket', () => (hasSocket = true));
  const fail = (error: Error) => {
    const isOfProxy =
      proxy !== undefined && (!hasSocket || /PROXY/.test(codeOf(error))) && !isDistrust(error);
    reject(isOfProxy ? new FetchError(explainProxy(error, file, proxy)) : error);
  };
  sent.on('error', fail);
  // Fails at once, since Node would wait for the proxy.
  signal.addEventListener('abort', () => fail(new Error('aborted')));
  // After an unrequested upgrade, Node emits neither a response nor an error.
  sent.on('close', () => reject(new FetchError(`${file.shown} closed the connection without a response.`)));
  sent.end();
  return promise;
}

/** The variable that names a proxy; undefined if none is set. Throws a FetchError if its value is not usable. */
function findProxy(env: ProxyEnv): string | undefined {
  const variable = ['https_proxy', 'HTTPS_PROXY'].find((name) => (env[name] ?? '') !== '');
  if (variable === undefined) return undefined;
  const written = env[variable] ?? '';
  const url = URL.parse(written);
  if (!url || !/^https?:\/\//.test(written)) {
    const example = 'http://proxy.example.edu:3128';
    throw new FetchError(
      `${variable} is not a URL that begins with http:// or https://: write one such as ${example}.`,
    );
  }
  if (decode(url.username + url.password) === undefined)
    throw new FetchError(
      `The user name or password in ${variable} contains a % that encodes no character: write %25.`,
    );
  return variable;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** A message without the URL of the proxy, which may contain a password. */
function explainProxy(error: Error, { shown, signal }: FileRequest, variable: string): string {
  const status = 'statusCode' in error ? String(error.statusCode) : codeOf(error);
  const reason = signal.aborted ? 'no response in time' : status;
  return `${shown} cannot be reached through the proxy in ${variable} (${reason}).`;
}

function headersOf({ authorization, validators = {} }: FileRequest): Readonly<Record<string, string>> {
  const { etag, lastModified } = validators;
  return {
    // The signature is for the exact bytes.
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
  const code = codeOf(error);
  if (!isDistrust(error)) return `${shown} cannot be reached (${code}).`;
  const distrust = `The certificate of ${new URL(shown).origin} is not trusted (${code})`;
  // Trusting another authority would not fix the certificate's name or validity.
  if (/ALTNAME|EXPIRED|NOT_YET_VALID/.test(code)) return `${distrust}: the server needs another certificate.`;
  return `${distrust}: set NODE_EXTRA_CA_CERTS to a file with certificate authorities.`;
}

function isDistrust(error: Error): boolean {
  return /CERT|ISSUER|LEAF/.test(codeOf(error));
}

function codeOf(error: Error): string {
  // If several addresses were tried, the first error is enough.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error && 'code' in first ? String(first.code) : error.message;
}
