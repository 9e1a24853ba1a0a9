// @module-tag full
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../eventually.ts';
import { openUpstream } from '../../upstream-in-test.ts';
import { flags, frame, headerBlock, openFrames, outcomeOfCall } from './frames.ts';
import { dogs, openHttp2Gateway } from './http2-gateway.ts';
import { fieldsLeftOut, goodRequest, malformedRequests } from './malformed-requests.ts';

async function open() {
  const upstream = await openUpstream('dogs');
  onTestFinished(() => upstream.close());
  const gateway = await openHttp2Gateway(upstream.url, {
    api: { validation: { requests: 'off', responses: 'off' } },
  });
  const client = await openFrames(gateway);
  const token = ['authorization', gateway.authorization] as const;
  const json = ['content-type', 'application/json'] as const;
  return { upstream, gateway, client, headers: [token, json] };
}

test.each(malformedRequests(dogs))(
  '$what is refused, and does not reach the upstream',
  async ({ headers, outcome, body }) => {
    const { upstream, gateway, client, headers: usual } = await open();
    const block = headerBlock([...headers, ...usual]);
    client.send(frame('headers', flags.endHeaders | (body === undefined ? flags.endStream : 0), 1, block));
    if (body !== undefined) client.send(frame('data', flags.endStream, 1, body));
    const ended = await eventually(() => {
      const found = outcomeOfCall(client);
      expect(found).toBeDefined();
      return found;
    });
    expect({ ended, seen: upstream.seen, faults: gateway.faults }).toEqual({
      ended: outcome,
      seen: [],
      faults: [],
    });
  },
);

test.each(fieldsLeftOut(dogs))('%s is left out of what the upstream sees', async (_what, header) => {
  const { upstream, client, headers: usual } = await open();
  const own = ['x-own', 'a'] as const;
  client.send(
    frame(
      'headers',
      flags.endHeaders | flags.endStream,
      1,
      headerBlock([...goodRequest(dogs), header, own, ...usual]),
    ),
  );
  await eventually(() => expect(upstream.seen).toHaveLength(1));
  const [seen] = upstream.seen;
  expect([seen?.method, seen?.url, seen?.body]).toEqual(['POST', '/dogs', '']);
  expect(Object.keys(seen?.headers ?? {}).toSorted()).toEqual([
    'connection',
    'content-length',
    'content-type',
    'host',
    'via',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-own',
    'x-request-id',
  ]);
});
