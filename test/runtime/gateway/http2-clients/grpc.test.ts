import { Metadata, status, type MethodDefinition, type ServiceError } from '@grpc/grpc-js';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { behindGateway, callOnce, openGrpc } from './grpc-dogs.ts';

test('a unary call is answered, with its trailers', async () => {
  const opened = await openGrpc();
  const [text, trailer] = await callOnce(opened, opened.metadata, 'Rex');
  expect([text, trailer.get('x-trailer')]).toEqual(['Rex barks', ['the end']]);
});

test('an error of the service reaches the client as it was sent', async () => {
  const opened = await openGrpc();
  await expect(callOnce(opened, opened.metadata, 'nobody')).rejects.toMatchObject({
    code: status.NOT_FOUND,
    details: 'no such dog',
  } satisfies Partial<ServiceError>);
});

test('a refusal of the gateway is a status that gRPC clients know', async () => {
  const opened = await openGrpc();
  await expect(callOnce(opened, new Metadata(), 'Rex')).rejects.toMatchObject({
    code: status.PERMISSION_DENIED,
  });
});

test('a client streams', async () => {
  const { client, metadata } = await openGrpc();
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
  const { client, metadata } = await openGrpc();
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
  const { client, metadata, gateway } = await openGrpc();
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
