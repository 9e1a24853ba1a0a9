import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openGateway, type GatewayInTest } from '../gateway-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../table-builder.ts';
import { openUpstream, type UpstreamInTest } from '../upstream-in-test.ts';

let upstream: UpstreamInTest;
let gateway: GatewayInTest;
let failsAtEnd = true;

beforeAll(async () => {
  upstream = await openUpstream('dogs', (request, response) => {
    request.resume();
    if (request.url?.endsWith('/chunks')) response.write('do');
    response.end('gs');
  });
  gateway = await openGateway(
    buildTable({
      apis: [defineApi({ endpoints: { production: { targets: [upstream.url] } } })],
      applications: [defineApplication('DogWalker')],
      subscriptions: [subscribe('DogWalker')],
    }),
    { observer: { callBegan: ({ response }) => failsAtEnd && refuseEnd(response) } },
  );
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

beforeEach(() => {
  failsAtEnd = true;
});

/** Like a bug in the gateway's code for the end of an answer. */
function refuseEnd(response: { end: unknown }) {
  response.end = () => {
    throw new TypeError('the end of the answer cannot be written');
  };
}

test.each([
  ['of known length', 'GET', '/dogs'],
  ['in chunks', 'GET', '/dogs/chunks'],
  ['without a body', 'HEAD', '/dogs'],
])('an answer %s whose end cannot be written is aborted', async (_what, method, path) => {
  const call = () => gateway.call(`/dog_park/v1${path}`, { as: 'DogWalker-production', method });
  await expect(call()).rejects.toThrow('other side closed');
  failsAtEnd = false;
  expect((await call()).status).toBe(200);
});
