import {
  credentials,
  makeGenericClientConstructor,
  Metadata,
  Server,
  ServerCredentials,
  status,
  type ServerDuplexStream,
} from '@grpc/grpc-js';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { errorCodes } from '#compiled/answers/error-codes.ts';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { fetchToken, start, writeSources } from '../serve/running-gateway.ts';
import { findBlock } from './shell-blocks.ts';

const serialize = (text: string) => Buffer.from(text);
const deserialize = (bytes: Buffer) => bytes.toString();

function methodAt(path: string) {
  return {
    path,
    requestStream: true,
    responseStream: true,
    requestSerialize: serialize,
    requestDeserialize: deserialize,
    responseSerialize: serialize,
    responseDeserialize: deserialize,
  } as const;
}

/** The service of the page, in which each message is answered. */
async function openService(): Promise<{ readonly port: number; readonly ca: string }> {
  const { ca, certificate, key } = await makeCertificates(['127.0.0.1', 'localhost'], Date.now());
  const server = new Server();
  const talk = (call: ServerDuplexStream<string, string>) => {
    call.on('data', (name: string) => call.write(`hello ${name}`)).on('end', () => call.end());
  };
  server.addService({ talk: methodAt('/park.Dogs/Talk') }, { talk });
  const pair = { cert_chain: Buffer.from(certificate), private_key: Buffer.from(key) };
  const port = await new Promise<number>((bound, fail) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createSsl(null, [pair]), (error, at) =>
      error ? fail(error) : bound(at),
    );
  });
  onTestFinished(() => server.forceShutdown());
  return { port, ca };
}

/** Opens a client of one method. */
function openClient(address: string, ca: string | undefined, path: string) {
  const Client = makeGenericClientConstructor({ talk: methodAt(path) }, 'Dogs');
  const secure = ca === undefined ? credentials.createInsecure() : credentials.createSsl(Buffer.from(ca));
  const client = new Client(address, secure);
  onTestFinished(() => client.close());
  const { requestSerialize, responseDeserialize } = methodAt(path);
  return (metadata: Metadata) => {
    const call = client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize, metadata);
    call.on('error', () => undefined);
    return call;
  };
}

/** The code that a call ends with. */
function codeOfEnd(call: ReturnType<ReturnType<typeof openClient>>): Promise<number> {
  return new Promise((resolve) => call.once('status', ({ code }) => resolve(code)));
}

test('the API of the page serves gRPC', async () => {
  const service = await openService();
  const { root, write } = await writeSources();
  const endpoint = `https://127.0.0.1:${service.port}`;
  const declared = findBlock('docs/http2.md: # api.yaml').text.replace(
    'https://dogs.internal.example.edu',
    `${endpoint}, ca: { fromFile: ca.pem }`,
  );
  await write('ca.pem', () => service.ca);
  await write('apis/dog_park/v1/api.yaml', (good) => good.replace(/^endpoints:\n(?: .*\n)+/m, '') + declared);
  await write(
    'apis/dog_park/v1/openapi.yaml',
    () =>
      `openapi: 3.0.3\ninfo: { title: Dogs, version: '1' }\n${findBlock('docs/http2.md: # openapi.yaml').text}`,
  );
  const settings = findBlock('docs/http2.md: # gateway.config.yaml lint:').text;
  await write('gateway.config.yaml', (good) => good + settings);
  const { gatewayUrl } = await start({ root });
  const ca = await readFile(join(root, '.gatewright/tls/ca.pem'), 'utf8');
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${await fetchToken(gatewayUrl, ca)}`);
  const { host } = new URL(gatewayUrl);

  const call = openClient(host, ca, '/dog_park/v1/park.Dogs/Talk')(metadata);
  const heard: string[] = [];
  for (const name of ['Rex', 'Bello']) {
    call.write(name);
    heard.push(String((await once(call, 'data'))[0]));
  }
  call.end();
  expect([heard, await codeOfEnd(call)]).toEqual([['hello Rex', 'hello Bello'], status.OK]);

  const codeOf = (path: string, sent: Metadata) => {
    const refused = openClient(host, ca, path)(sent);
    refused.end();
    return codeOfEnd(refused);
  };
  expect(await codeOf('/dog_park/v1/park.Dogs/Talk', new Metadata())).toBe(status.PERMISSION_DENIED);
  expect(await codeOf('/dog_park/v1/park.Dogs/Bark', metadata)).toBe(status.UNIMPLEMENTED);
});

test('the page says what gRPC clients take the statuses of the gateway for', async () => {
  const page = readFileSync('docs/http2.md', 'utf8');
  const rows = page.matchAll(/^\| (\d{3}(?:, \d{3})*) +\| `([A-Z_]+)`/gm);
  const said = [...rows].flatMap(([, statuses = '', name = '']) =>
    statuses.split(', ').map((text) => [Number(text), name] as const),
  );
  const server = createServer((request, response) => {
    response.writeHead(Number(request.url.split('/')[1]), { 'content-type': 'application/json' }).end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const taken = new Map<number, string>();
  // The last one is of a gateway that declares it.
  for (const sent of new Set([...Object.values(errorCodes).map((entry) => entry.status), 401])) {
    const call = openClient(address, undefined, `/${sent}/Talk`)(new Metadata());
    call.end();
    taken.set(sent, status[await codeOfEnd(call)] ?? '');
  }
  expect(new Map(said)).toEqual(taken);
});
