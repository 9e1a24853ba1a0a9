import { once } from 'node:events';
import {
  connect,
  type ClientHttp2Session,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { Compiled } from '#compiled/compiled.ts';
import type { ManifestSubscription } from '#compiled/manifest.ts';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { openGateway, type OptionsInTest } from '../../gateway-in-test.ts';
import {
  buildTable,
  defineApi,
  defineApplication,
  subscribe,
  type ApiInTest,
  type TableInTest,
} from '../../table-builder.ts';

export const dogs = '/dog_park/v1/dogs';

const certificates = makeCertificates(['127.0.0.1', 'localhost'], Date.now());

export interface AnswerOverHttp2 {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly trailers: IncomingHttpHeaders;
}

/** The changed declarations of a test. */
export interface ChangesInTest {
  readonly api?: Partial<ApiInTest>;
  readonly gateway?: TableInTest['gateway'];
  readonly subscription?: Partial<ManifestSubscription>;
  readonly tiers?: TableInTest['tiers'];
}

export interface Http2GatewayOptions extends OptionsInTest, ChangesInTest {}

/** One API of one upstream, and one application that may call it. */
export function tableOf(upstreamUrl: string, { api, gateway, subscription, tiers }: ChangesInTest): Compiled {
  return buildTable({
    apis: [
      defineApi({
        operations: ['GET /dogs', 'POST /dogs'],
        endpoints: { production: { targets: [upstreamUrl] } },
        ...api,
      }),
    ],
    applications: [defineApplication('DogWalker')],
    subscriptions: [{ ...subscribe('DogWalker'), ...subscription }],
    ...(gateway && { gateway }),
    ...(tiers && { tiers }),
  });
}

/** A gateway that listens over TLS, before one API of one upstream. It is closed after the test. */
export async function openHttp2Gateway(upstreamUrl: string, options: Http2GatewayOptions = {}) {
  const { ca, ...tls } = await certificates;
  const opened = await openGateway(tableOf(upstreamUrl, options), { ...options, tls });
  onTestFinished(() => opened.close(0));
  const token = await opened.tokenFor('DogWalker-production');
  return { ...opened, ca, token, authorization: `Bearer ${token}` };
}

export type Http2Gateway = Awaited<ReturnType<typeof openHttp2Gateway>>;

/** A client that speaks HTTP/2 over one connection, which ends with the test. */
export async function connectTo({ url, ca }: Pick<Http2Gateway, 'url' | 'ca'>): Promise<ClientHttp2Session> {
  const session = connect(url, { ca });
  session.on('error', () => undefined);
  onTestFinished(() => session.destroy());
  await once(session, 'connect');
  return session;
}

/** Sends a request, and reads its answer to the end. Rejects if the stream is reset. */
export async function ask(
  session: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  body?: string,
): Promise<AnswerOverHttp2> {
  const stream = session.request(headers, { endStream: body === undefined });
  let trailers: IncomingHttpHeaders = {};
  stream.on('trailers', (received) => (trailers = received));
  const answered = once(stream, 'response') as Promise<[IncomingHttpHeaders & { ':status'?: number }]>;
  if (body !== undefined) stream.end(body);
  const [received] = await answered;
  const { ':status': status, ...rest } = received;
  return { status, headers: rest, text: await text(stream), trailers };
}
