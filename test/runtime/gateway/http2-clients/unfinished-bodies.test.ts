import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../eventually.ts';
import { openUpstream } from '../../upstream-in-test.ts';
import { describeFrame, flags, frame, headerBlock, openFrames, type FrameClient } from './frames.ts';
import { dogs, openHttp2Gateway } from './http2-gateway.ts';

async function open() {
  const upstream = await openUpstream('dogs', (_request, response) => {
    response.writeHead(204).end();
  });
  onTestFinished(() => upstream.close());
  const gateway = await openHttp2Gateway(upstream.url, {
    api: { validation: { requests: 'off', responses: 'off' } },
  });
  return { client: await openFrames(gateway), authorization: gateway.authorization };
}

/** Sends the head of a request, and the beginning of its body. */
function begin(client: FrameClient, method: string, path: string, authorization: string) {
  const head = [
    [':method', method],
    [':scheme', 'https'],
    [':path', path],
    [':authority', 'a'],
    ['authorization', authorization],
  ] as const;
  client.send(frame('headers', flags.endHeaders, 1, headerBlock(head)));
  client.send(frame('data', 0, 1, 'the beginning'));
}

test.each([
  ['a refusal', 'POST', dogs, ['headers', 'data with the end'], 'nobody'],
  ['a refusal without a body', 'HEAD', dogs, ['headers with the end'], 'nobody'],
  ['an answer of the upstream without a body', 'POST', dogs, ['headers with the end'], undefined],
  ['a page without a body', 'HEAD', '/health', ['headers with the end'], 'nobody'],
  ['a refusal of a page without a body', 'HEAD', '/token', ['headers with the end'], 'nobody'],
])('%s ends a stream whose body is still to come', async (_what, method, path, frames, token) => {
  const { client, authorization } = await open();
  begin(client, method, path, token ?? authorization);
  await eventually(() => expect(client.outcome(1).at(-1)).toBe('reset NO_ERROR'));
  const answered = client.received
    .filter(({ stream, type, payload }) => stream === 1 && (type !== 'data' || payload.length === 0))
    .map((each) => `${describeFrame(each)}${each.flags & flags.endStream ? ' with the end' : ''}`);
  expect(answered).toEqual([...frames, 'reset NO_ERROR']);
  expect(client.socket.destroyed).toBe(false);
});
