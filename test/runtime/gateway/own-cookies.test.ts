import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGateway, type GatewayInTest } from '../gateway-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../table-builder.ts';
import { openUpstream, type UpstreamInTest } from '../upstream-in-test.ts';

let upstream: UpstreamInTest;
let gateway: GatewayInTest;
let answered: string[] = [];
const seen: (string | undefined)[] = [];

beforeAll(async () => {
  upstream = await openUpstream('cookies', (request, response) => {
    seen.push(request.headers.cookie);
    if (answered.length > 0) response.setHeader('set-cookie', answered);
    response.end('{}');
  });
  gateway = await openGateway(
    buildTable({
      apis: [defineApi({ endpoints: { production: { targets: [upstream.url] } } })],
      applications: [defineApplication('DogWalker')],
      subscriptions: [subscribe('DogWalker')],
    }),
  );
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

async function call(cookie?: string) {
  const headers = cookie === undefined ? {} : { cookie };
  const answer = await gateway.call('/dog_park/v1/dogs', { as: 'DogWalker-production', headers });
  return { sent: seen.at(-1), set: answer.headers['set-cookie'] };
}

describe('an API on the host of the login', () => {
  test.each([
    ['__Host-gatewright-session=s', undefined],
    ['gatewright-session=s;gatewright-browser=b', undefined],
    ['a=1; __Host-gatewright-session=s; b=2', 'a=1; b=2'],
    ['__Host-gatewright-session=s; a=1', 'a=1'],
    ['__HOST-Gatewright-session=s; gatewright-x=1; a=1', 'a=1'],
    ['a=1; =gatewright-session=s', 'a=1'],
    ['a=gatewright-session', 'a=gatewright-session'],
    ['a=1', 'a=1'],
    [undefined, undefined],
  ])('is not sent who is logged in, of %s', async (sent, expected) => {
    answered = [];
    expect(await call(sent)).toEqual({ sent: expected, set: undefined });
  });

  test('cannot log anybody in or out', async () => {
    answered = [
      'a=1; Path=/',
      '__Host-gatewright-session=mine; Path=/; Secure',
      ' gatewright-session=; Max-Age=0',
      // A cookie without a name: some browsers send its value as if it had one.
      '=gatewright-session=mine; Path=/',
      ' = __Host-gatewright-session=mine; Path=/; Secure',
    ];
    expect(await call()).toEqual({ sent: undefined, set: 'a=1; Path=/' });
    answered = answered.slice(1);
    expect(await call()).toEqual({ sent: undefined, set: undefined });
  });
});
