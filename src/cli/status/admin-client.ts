import { readFile } from 'node:fs/promises';
import {
  Agent as PlainAgent,
  type ClientRequest,
  type IncomingMessage,
  request as requestPlain,
  type RequestOptions,
} from 'node:http';
import { Agent as TlsAgent, request as requestTls } from 'node:https';
import { resolve as resolvePath } from 'node:path';
import { createSecureContext } from 'node:tls';
import { explainSystemError } from '#platform/explain-system-error.ts';
import { CommandError } from '../command-error.ts';
import type { AdminAddress } from './admin-address.ts';

export interface AdminClientOptions {
  readonly address: AdminAddress;
  /** PEM certificates to trust instead of the default authorities. */
  readonly ca?: string;
  /** The name that the certificate must have, instead of the host. */
  readonly serverName?: string;
  /** The admin key, which proves that the caller can read the state folder of the gateway. */
  readonly key?: string;
  /** The time limit for all requests, in milliseconds. */
  readonly timeoutMs: number;
}

export interface AdminAnswer {
  readonly status: number;
  readonly body: string;
}

/** The maximum number of concurrent requests. */
export const pagesAtOnce = 4;

/** The maximum size of all responses together, which are held in memory, in bytes. */
const maxBytes = 512 * 1024 * 1024;

/** A response is longer than its limit. */
export class AnswerTooLongError extends Error {
  override readonly name = 'AnswerTooLongError';
}

/** Sends requests to an admin listener, with limits on time and size. Redirects are not followed. */
export class AdminClient implements Disposable {
  readonly address: AdminAddress;
  readonly #request: (url: URL, options: RequestOptions) => ClientRequest;
  readonly #agent: PlainAgent;
  readonly #timeoutMs: number;
  readonly #headers: Readonly<Record<string, string>>;
  /** The timeout, which starts with the first request. */
  #signal: AbortSignal | undefined;
  #left = maxBytes;

  constructor({ address, ca, serverName, key, timeoutMs }: AdminClientOptions) {
    const isTls = address.url.protocol === 'https:';
    const agentOptions = { keepAlive: true, maxSockets: pagesAtOnce };
    this.address = address;
    this.#request = isTls ? requestTls : requestPlain;
    this.#agent = isTls
      ? new TlsAgent({
          ...agentOptions,
          ...(ca !== undefined && { ca }),
          ...(serverName && { servername: serverName }),
        })
      : new PlainAgent(agentOptions);
    this.#timeoutMs = timeoutMs;
    this.#headers = {
      accept: 'application/json',
      'accept-encoding': 'identity',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    };
  }

  /**
   * Reads a page of at most `most` bytes. `path` is relative to the address. Rejects with the error of the system or of
   * TLS, with an AnswerTooLongError, or with a TimeoutError.
   */
  read(path: string, most: number): Promise<AdminAnswer> {
    return this.#receive('GET', path, most);
  }

  /** Sends a POST request, and reads the response. Rejects with the same errors as `read`. */
  post(path: string, most: number): Promise<AdminAnswer> {
    return this.#receive('POST', path, most);
  }

  async #receive(method: 'GET' | 'POST', path: string, most: number): Promise<AdminAnswer> {
    this.#signal ??= AbortSignal.timeout(this.#timeoutMs);
    try {
      return await this.#send(method, path, most, this.#signal);
    } catch (error) {
      // A response that the timeout aborts looks like a reset connection, so the timeout's own error takes precedence.
      this.#signal.throwIfAborted();
      throw error;
    }
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }

  async #send(method: 'GET' | 'POST', path: string, most: number, signal: AbortSignal): Promise<AdminAnswer> {
    const sent = this.#request(new URL(path, this.address.url), {
      method,
      agent: this.#agent,
      signal,
      headers: this.#headers,
    });
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    // An unrequested upgrade emits neither `response` nor `error`, only `close`.
    sent.on('close', () => reject(new Error('the connection was closed')));
    sent.on('error', reject).on('response', resolve).end();
    const response = await promise;
    return { status: response.statusCode ?? 0, body: await this.#readBody(response, most) };
  }

  async #readBody(response: IncomingMessage, most: number): Promise<string> {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      this.#left -= chunk.length;
      length += chunk.length;
      if (this.#left < 0 || length > most) throw new AnswerTooLongError('its answer is too long');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString();
  }
}

/** Reads the PEM certificates of authorities. Throws a CommandError if the file contains none. */
export async function readAuthority(cwd: string, file: string): Promise<string> {
  const pem = await readFile(resolvePath(cwd, file), 'utf8').catch((error: unknown) => {
    throw new CommandError(`The certificate authority ${file} cannot be read: ${explainSystemError(error)}.`);
  });
  if (!pem.includes('-----BEGIN CERTIFICATE-----') || !isPem(pem))
    throw new CommandError(`The certificate authority ${file} does not contain a certificate in PEM.`);
  return pem;
}

function isPem(ca: string): boolean {
  try {
    createSecureContext({ ca });
    return true;
  } catch {
    return false;
  }
}
