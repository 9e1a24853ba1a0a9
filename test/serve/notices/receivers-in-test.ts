import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { webcrypto } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { makeCertificates } from '#platform/keys/own-certificates.ts';

/** A certificate of this machine, and its authority. */
export const certificates = await makeCertificates(['127.0.0.1', 'localhost'], Date.now());

export interface ReceivedWebhook {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface ReceiverAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A receiver of webhooks over TLS, which answers with each of the answers in turn, and then with the last one; a silent one
 * never answers.
 */
export async function openReceiver(
  answers: readonly ReceiverAnswer[] | 'silent' = [{ status: 204 }],
  isPlain = false,
) {
  const received: ReceivedWebhook[] = [];
  const { certificate: cert, key } = certificates;
  const server = isPlain ? createServer() : createTlsServer({ cert, key });
  server.on('request', (request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers } = request;
      received.push({ method, url, headers, body });
      if (answers === 'silent') return;
      const answer = answers[received.length - 1] ?? answers.at(-1);
      response.writeHead(answer?.status ?? 500, answer?.headers ?? {}).end('ok');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    received,
    port,
    url: `http${isPlain ? '' : 's'}://127.0.0.1:${port}/hook`,
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}

/** Verifies a webhook as Standard Webhooks describes it for receivers, with another implementation of HMAC. */
export async function isSigned({ headers, body }: ReceivedWebhook, shownKey: string): Promise<boolean> {
  const raw = Buffer.from(shownKey.replace(/^whsec_/, ''), 'base64');
  const key = await webcrypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const signatures = String(headers['webhook-signature']).split(' ');
  const found = signatures
    .filter((one) => one.startsWith('v1,'))
    .map((one) =>
      webcrypto.subtle.verify('HMAC', key, Buffer.from(one.slice(3), 'base64'), Buffer.from(content)),
    );
  return (await Promise.all(found)).includes(true);
}

export interface ReceivedEmail {
  readonly from: string;
  readonly to: readonly string[];
  /** The whole message, with its headers. */
  readonly text: string;
  /** Whether the connection was encrypted, and who logged in. */
  readonly isSecure: boolean;
  readonly user: string | undefined;
}

/** A mail server, by default with STARTTLS and the login `gateway` with the password `open sesame`. */
export async function openMailServer(options: SMTPServerOptions = {}) {
  const received: ReceivedEmail[] = [];
  const { certificate: cert, key } = certificates;
  const server = new SMTPServer({
    cert,
    key,
    onAuth: ({ username, password }, _session, done) =>
      username === 'gateway' && password === 'open sesame'
        ? done(null, { user: username })
        : done(new Error('unknown login')),
    onData: (stream, { envelope, secure, user }, done) => {
      // A gateway that closes may end the connection in the middle.
      void text(stream).then((content) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ from, to, text: content, isSecure: secure, user });
        done();
      }, done);
    },
    ...options,
  });
  // A client that trusts another authority ends the connection.
  server.on('error', () => undefined);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  server.listen(0, '127.0.0.1', () => resolve(undefined));
  await promise;
  const { port } = server.server.address() as AddressInfo;
  return { received, port, close: () => new Promise((done) => server.close(() => done(undefined))) };
}
