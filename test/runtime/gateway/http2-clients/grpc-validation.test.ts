import { Metadata, type MethodDefinition } from '@grpc/grpc-js';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { JsonObject } from '#compiled/json.ts';
import { behindGateway, openGrpc } from './grpc-dogs.ts';
import { ask, connectTo } from './http2-gateway.ts';

/** The OpenAPI document that docs/http2.md shows, for this service. */
async function readDocumented(): Promise<JsonObject> {
  const page = await readFile(new URL('../../../../docs/http2.md', import.meta.url), 'utf8');
  const [, shown = ''] = /```yaml\n(# openapi\.yaml\n[^`]+)```/.exec(page) ?? [];
  const { paths } = parse(shown) as { paths: JsonObject };
  const [path = ''] = Object.keys(paths);
  const each = ['Call', 'Collect', 'List', 'Talk'].map((name) => [path.replace(/\w+$/, name), paths[path]]);
  return {
    openapi: '3.0.3',
    info: { title: 'Dogs', version: 'v1' },
    paths: Object.fromEntries(each) as JsonObject,
  };
}

async function open() {
  const contract = await readDocumented();
  return openGrpc({ api: { contract, validation: { requests: 'enforce', responses: 'report' } } });
}

const talk = behindGateway['talk'] as MethodDefinition<string, string>;

test('a gRPC service as documented streams both ways while its requests and answers are checked', async () => {
  const { client, metadata, gateway } = await open();
  const call = client.makeBidiStreamRequest(
    talk.path,
    talk.requestSerialize,
    talk.responseDeserialize,
    metadata,
  );
  const heard: string[] = [];
  for (const name of ['Rex', 'Bello']) {
    call.write(name);
    heard.push(String((await once(call, 'data'))[0]));
  }
  call.end();
  const [{ code }] = (await once(call, 'status')) as [{ code: number }];
  expect({ heard, code, drifts: gateway.drifts, faults: gateway.faults }).toEqual({
    heard: ['hello Rex', 'hello Bello'],
    code: 0,
    drifts: [],
    faults: [],
  });
});

test('an answer of trailers alone is not drift', async () => {
  const { client, metadata, gateway } = await open();
  const call = behindGateway['call'] as MethodDefinition<string, string>;
  const own = new Metadata();
  own.merge(metadata);
  const failed = new Promise((resolve) => {
    client.makeUnaryRequest(
      call.path,
      call.requestSerialize,
      call.responseDeserialize,
      'nobody',
      own,
      (error) => resolve(error?.details),
    );
  });
  expect(await failed).toBe('no such dog');
  expect([gateway.drifts, gateway.faults]).toEqual([[], []]);
});

test('what is not gRPC is refused', async () => {
  const { gateway } = await open();
  const client = await connectTo(gateway);
  const { authorization } = gateway;
  const head = { ':method': 'POST', ':path': talk.path, authorization, 'content-type': 'application/json' };
  const answer = await ask(client, head, '{}');
  expect([answer.status, answer.headers['accept']]).toEqual([
    415,
    'application/grpc, application/grpc+proto',
  ]);
});
