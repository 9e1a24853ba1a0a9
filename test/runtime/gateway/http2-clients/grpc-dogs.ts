import {
  credentials,
  makeGenericClientConstructor,
  Metadata,
  Server,
  ServerCredentials,
  status,
  type MethodDefinition,
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
} from '@grpc/grpc-js';
import { onTestFinished } from 'vitest';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { openHttp2Gateway, tableOf, type ChangesInTest, type Http2GatewayOptions } from './http2-gateway.ts';

const service = '/park.Dogs';
const serialize = (text: string) => Buffer.from(text);
const deserialize = (bytes: Buffer) => bytes.toString();

function method(
  name: string,
  requestStream: boolean,
  responseStream: boolean,
): MethodDefinition<string, string> {
  return {
    path: `${service}/${name}`,
    requestStream,
    responseStream,
    requestSerialize: serialize,
    requestDeserialize: deserialize,
    responseSerialize: serialize,
    responseDeserialize: deserialize,
  };
}

const methods = {
  call: method('Call', false, false),
  collect: method('Collect', true, false),
  list: method('List', false, true),
  talk: method('Talk', true, true),
};

/** Where clients find them: behind the context and the version of the API. */
export const behindGateway = Object.fromEntries(
  Object.entries(methods).map(([name, each]) => [name, { ...each, path: `/dog_park/v1${each.path}` }]),
);

/** How many streams in both directions the gateway has ended. */
let cancelled = 0;

/** Some services announce the length of their one message, which its five octets of framing precede. */
function announceLength(call: ServerUnaryCall<string, string>, text: string): void {
  const head = new Metadata();
  head.set('content-length', String(5 + Buffer.byteLength(text)));
  call.sendMetadata(head);
}

const handlers = {
  call: (call: ServerUnaryCall<string, string>, answer: sendUnaryData<string>) => {
    const { request, metadata } = call;
    const trailer = new Metadata();
    trailer.set('x-trailer', 'the end');
    if (request === 'nobody') return answer({ code: status.NOT_FOUND, details: 'no such dog' });
    const text = `${request} ${String(metadata.get('x-own')[0])}`;
    if (metadata.get('x-length').length > 0) announceLength(call, text);
    answer(null, text, trailer);
  },
  collect: (call: ServerReadableStream<string, string>, answer: sendUnaryData<string>) => {
    const names: string[] = [];
    call.on('data', (name: string) => names.push(name)).on('end', () => answer(null, names.join(' ')));
  },
  list: (call: ServerWritableStream<string, string>) => {
    for (let index = 0; index < 3; index++) call.write(`${call.request} ${index}`);
    call.end();
  },
  talk: (call: ServerDuplexStream<string, string>) => {
    call.once('cancelled', () => (cancelled += 1));
    call.on('data', (name: string) => call.write(`hello ${name}`)).on('end', () => call.end());
  },
};

/** The message and the trailers that a unary call is answered with. Rejects with another status than OK. */
export function callOnce(
  { client }: Pick<Awaited<ReturnType<typeof openGrpc>>, 'client'>,
  metadata: Metadata,
  name: string,
): Promise<[string, Metadata]> {
  const { path, requestSerialize, responseDeserialize } = behindGateway['call'] as MethodDefinition<
    string,
    string
  >;
  return new Promise((answered, fail) => {
    let text = '';
    const call = client.makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      name,
      metadata,
      (error, value = '') => {
        if (error) fail(error);
        text = value;
      },
    );
    call.on('status', (ended) => {
      if (ended.code === status.OK) setImmediate(() => answered([text, ended.metadata]));
    });
  });
}

/** A gRPC client, and a server behind a gateway; both end with the test. */
export async function openGrpc({ api, ...options }: Http2GatewayOptions = {}) {
  const made = await makeCertificates(['127.0.0.1', 'localhost'], Date.now());
  const server = new Server();
  server.addService(methods, handlers);
  const pair = { cert_chain: Buffer.from(made.certificate), private_key: Buffer.from(made.key) };
  const port = await new Promise<number>((bound, fail) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createSsl(null, [pair]), (error, at) =>
      error ? fail(error) : bound(at),
    );
  });
  onTestFinished(() => server.forceShutdown());
  const ownApi = {
    operations: Object.values(methods).map(({ path }) => `POST ${path}`),
    endpoints: {
      production: { targets: [`https://127.0.0.1:${port}`], ca: { fromEnv: 'CA' }, http2: true },
    },
    validation: { requests: 'off', responses: 'off' },
    ...api,
  } as const;
  const gateway = await openHttp2Gateway('unused', { ...options, api: ownApi, secrets: { CA: made.ca } });
  /** Serves the same with the changes. */
  const change = ({ api: changedApi, ...changes }: ChangesInTest) =>
    gateway.swap(tableOf('unused', { ...changes, api: { ...ownApi, ...changedApi } }));
  const Client = makeGenericClientConstructor(behindGateway, 'Dogs');
  const client = new Client(`127.0.0.1:${gateway.port}`, credentials.createSsl(Buffer.from(gateway.ca)), {
    'grpc.ssl_target_name_override': 'localhost',
  });
  onTestFinished(() => client.close());
  const metadata = new Metadata();
  metadata.set('authorization', gateway.authorization);
  metadata.set('x-own', 'barks');
  const before = cancelled;
  return { gateway, client, metadata, change, cancelled: () => cancelled - before };
}
