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
  type ServiceError,
} from '@grpc/grpc-js';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { makeCertificates } from '../../../../src/platform/make-certificates.ts';
import { openHttp2Gateway } from './http2-gateway.ts';

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
const behindGateway = Object.fromEntries(
  Object.entries(methods).map(([name, each]) => [name, { ...each, path: `/dog_park/v1${each.path}` }]),
);

const handlers = {
  call: ({ request, metadata }: ServerUnaryCall<string, string>, answer: sendUnaryData<string>) => {
    const trailer = new Metadata();
    trailer.set('x-trailer', 'the end');
    if (request === 'nobody') return answer({ code: status.NOT_FOUND, details: 'no such dog' });
    answer(null, `${request} ${String(metadata.get('x-own')[0])}`, trailer);
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
    call.on('data', (name: string) => call.write(`hello ${name}`)).on('end', () => call.end());
  },
};

async function open() {
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
  const gateway = await openHttp2Gateway('unused', {
    api: {
      operations: Object.values(methods).map(({ path }) => `POST ${path}`),
      endpoints: {
        production: { targets: [`https://127.0.0.1:${port}`], ca: { fromEnv: 'CA' }, http2: true },
      },
      validation: { requests: 'off', responses: 'off' },
    },
    secrets: { CA: made.ca },
  });
  const Client = makeGenericClientConstructor(behindGateway, 'Dogs');
  const client = new Client(`127.0.0.1:${gateway.port}`, credentials.createSsl(Buffer.from(gateway.ca)), {
    'grpc.ssl_target_name_override': 'localhost',
  });
  onTestFinished(() => client.close());
  const metadata = new Metadata();
  metadata.set('authorization', gateway.authorization);
  metadata.set('x-own', 'barks');
  return { gateway, client, metadata };
}

type Opened = Awaited<ReturnType<typeof open>>;

function callOnce({ client }: Opened, metadata: Metadata, name: string): Promise<[string, Metadata]> {
  const { path, requestSerialize, responseDeserialize } = behindGateway['call'] as MethodDefinition<
    string,
    string
  >;
  return new Promise((answered, fail) => {
    let trailer = new Metadata();
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
      trailer = ended.metadata;
      if (ended.code === status.OK) setImmediate(() => answered([text, trailer]));
    });
  });
}

test('a unary call is answered, with its trailers', async () => {
  const opened = await open();
  const [text, trailer] = await callOnce(opened, opened.metadata, 'Rex');
  expect([text, trailer.get('x-trailer')]).toEqual(['Rex barks', ['the end']]);
});

test('an error of the service reaches the client as it was sent', async () => {
  const opened = await open();
  await expect(callOnce(opened, opened.metadata, 'nobody')).rejects.toMatchObject({
    code: status.NOT_FOUND,
    details: 'no such dog',
  } satisfies Partial<ServiceError>);
});

test('a refusal of the gateway is a status that gRPC clients know', async () => {
  const opened = await open();
  await expect(callOnce(opened, new Metadata(), 'Rex')).rejects.toMatchObject({
    code: status.PERMISSION_DENIED,
  });
});

test('a client streams', async () => {
  const { client, metadata } = await open();
  const each = behindGateway['collect'] as MethodDefinition<string, string>;
  const text = await new Promise<string | undefined>((answered, fail) => {
    const call = client.makeClientStreamRequest(
      each.path,
      each.requestSerialize,
      each.responseDeserialize,
      metadata,
      (error, value) => (error ? fail(error) : answered(value)),
    );
    for (const name of ['Rex', 'Bello', 'Laika']) call.write(name);
    call.end();
  });
  expect(text).toBe('Rex Bello Laika');
});

test('a server streams', async () => {
  const { client, metadata } = await open();
  const each = behindGateway['list'] as MethodDefinition<string, string>;
  const call = client.makeServerStreamRequest(
    each.path,
    each.requestSerialize,
    each.responseDeserialize,
    'Rex',
    metadata,
  );
  expect(await call.toArray()).toEqual(['Rex 0', 'Rex 1', 'Rex 2']);
});

test('both stream, each answer before the next message', async () => {
  const { client, metadata, gateway } = await open();
  const each = behindGateway['talk'] as MethodDefinition<string, string>;
  const call = client.makeBidiStreamRequest(
    each.path,
    each.requestSerialize,
    each.responseDeserialize,
    metadata,
  );
  const heard: string[] = [];
  for (const name of ['Rex', 'Bello', 'Laika']) {
    call.write(name);
    heard.push(String((await once(call, 'data'))[0]));
  }
  call.end();
  const [ended] = (await once(call, 'status')) as [{ code: number }];
  expect([heard, ended.code, gateway.faults]).toEqual([
    ['hello Rex', 'hello Bello', 'hello Laika'],
    status.OK,
    [],
  ]);
});
