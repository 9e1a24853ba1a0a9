// @module-tag full
import { beforeAll, describe, expect, test } from 'vitest';
import { whyNoEnvoy } from '../export/envoy/envoy-in-test.ts';
import { openShared } from '../serve/running-gateway.ts';
import { call, type Outcome } from './black-box-case.ts';
import { caseTopics } from './cases.ts';
import { deviate } from './envoy-deviations.ts';
import { openEnvoyPlane } from './planes/envoy-plane.ts';
import { startMs } from './planes/running-plane.ts';
import { openSecureGround, SecureClient, type SecureGround } from './secure/secure-suite.ts';
import { parseRequest } from './secure/speak-http2.ts';

/** Those in which time, limits and bytes that are not HTTP do not matter. */
const topics = [
  'addresses',
  'attacks by the path',
  'methods',
  'origins',
  'tokens',
  'subscriptions and scopes',
  'states and versions',
  'what is forwarded',
  'public operations',
];
const cases = topics
  .flatMap((topic) => caseTopics[topic] ?? [])
  .filter(({ style, before, bytes }) => style === undefined && !before && parseRequest(bytes))
  .map((each) => [each.name, each] as const);

let ground: SecureGround;

beforeAll(() => openShared(async (atEnd) => void (ground = await openSecureGround(atEnd))), startMs);

describe('the built-in data plane over TLS', () => {
  let client: SecureClient;

  beforeAll(() => {
    client = new SecureClient(ground.targetOf(ground.builtIn), ground.ca);
    return () => client.close();
  });

  test.each(cases)('%s', async (_name, each) => {
    expect(await client.sendByHttp1(each)).toEqual(each.expected);
    expect(await client.sendByHttp2(each)).toEqual(sentByHttp2(each.expected));
  });

  test("only trailers that are the client's own reach an upstream", async () => {
    expect(await client.sendTrailers('/streams/v1/dogs', 'streamer', trailers)).toBe(200);
    expect(Object.entries(ground.takeTrailers() ?? {})).toEqual([['x-kept', '1']]);
  });

  test('trailers of a response reach the client, apart from those that the gateway alone sets', async () => {
    const both = [passedTrailers, passedTrailers];
    expect(await client.readTrailers('/park/v1/answers/trailers', 'walker')).toEqual(both);
    expect(await client.readTrailers('/streams/v1/dogs', 'streamer')).toEqual(both);
    expect(await client.readTrailers('/streams/v1/dogs?length', 'streamer')).toEqual([{}, passedTrailers]);
  });
});

/** What of `upstreamTrailers` is for clients. */
const passedTrailers = { 'grpc-status': '0', 'x-kept': '1' };

/** Servers that add trailers to the headers would take these for headers of the gateway. */
const trailers = {
  authorization: 'forged',
  forwarded: 'forged',
  'x-api-key': 'forged',
  'x-forwarded-for': 'forged',
  'x-kept': '1',
};

describe.skipIf(whyNoEnvoy)(`Envoy over TLS${whyNoEnvoy}`, () => {
  let client: SecureClient;

  beforeAll(
    () =>
      openShared(async (atEnd) => {
        const plane = await openEnvoyPlane(ground.repository, ground.keyManager, atEnd, []);
        client = new SecureClient(ground.targetOf(plane), ground.ca);
        atEnd(async () => client.close());
      }),
    startMs,
  );

  test.each(cases)('%s', async (_name, each) => {
    const { outcome } = deviate(each);
    expect(await client.sendByHttp1(each)).toEqual(outcome);
    expect(await client.sendByHttp2(each)).toEqual(outcome);
  });

  test('request_trailers: no trailers reach an upstream', async () => {
    expect(await client.sendTrailers('/streams/v1/dogs', 'streamer', trailers)).toBe(200);
    expect(Object.entries(ground.takeTrailers() ?? {})).toEqual([]);
  });

  test('response_trailers: they pass from HTTP/2 to HTTP/2, apart from those that the gateway alone sets', async () => {
    expect(await client.readTrailers('/park/v1/answers/trailers', 'walker')).toEqual([{}, {}]);
    for (const path of ['/streams/v1/dogs', '/streams/v1/dogs?length'])
      expect(await client.readTrailers(path, 'streamer')).toEqual([{}, passedTrailers]);
  });

  test('via_protocol: a call over HTTP/2 has come to the gateway by another protocol', async () => {
    const honest = { name: 'a call', bytes: call('GET /park/v1/dogs', { as: 'walker' }), expected: nothing };
    const builtIn = new SecureClient(ground.targetOf(ground.builtIn), ground.ca);
    const outcomes = [await builtIn.sendByHttp2(honest), await client.sendByHttp2(honest)];
    builtIn.close();
    const via = outcomes.flatMap(({ upstream }) => upstream.map(({ headers }) => headers['via']));
    expect(via).toEqual(['2.0 gatewright', '1.1 gatewright']);
  });
});

const nothing: Outcome = { answers: [], upstream: [] };

/** A call over HTTP/2 has come to the gateway by that. */
function sentByHttp2(outcome: Outcome): Outcome {
  const upstream = outcome.upstream.map((seen) => ({
    ...seen,
    headers: {
      ...seen.headers,
      via: String(seen.headers['via']).replace(/1\.1 gatewright$/, '2.0 gatewright'),
    },
  }));
  return { ...outcome, upstream };
}
