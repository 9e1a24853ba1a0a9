// @module-tag full
import { describe, expect, test } from 'vitest';
import { consumerKey } from '../../running-gateway.ts';
import type { Asked } from '../asked-gateway.ts';
import { assertionHeader, guideProxies, type GuideProxy } from './guide-proxies.ts';
import { findProgram } from './start-proxy.ts';
import { openTwoWays } from './two-ways.ts';

const dogs = '/dog_park/v1/dogs';
const dog = `${dogs}/0b3c9a34-5b6e-4f0e-9a51-0a2f7b7a9f10`;
const bearer = { authorization: 'Bearer TOKEN' };
const origin = 'https://walker.example.edu';
const cors = `cors:
  allowOrigins: [${origin}]
  exposeHeaders: [ETag]
`;
const preflight = {
  'access-control-request-method': 'GET',
  'access-control-request-headers': 'authorization',
};

/** Each header of the answer, and others whose names begin like these. */
const forged: Readonly<Record<string, string>> = {
  'x-gatewright-application': 'Forged',
  'X-GATEWRIGHT-SUBJECT': 'forged',
  'x-gatewright-tier': 'forged',
  'x-gatewright-api': 'Forged/v1',
  'x-gatewright-key-set': 'sandbox',
  'x-gatewright-path': '/forged',
  'x-gatewright-other': 'forged',
  'X-Gatewright-': 'forged',
  'x-gatewright-subject-2': 'forged',
  [assertionHeader]: 'forged',
};
const forgedTwice = Object.fromEntries(
  Object.entries(forged).map(([name, value]) => [name, [value, `${value} again`]]),
);

/** What the upstream of a proxy learns besides; of the caller of a public operation nothing is known. */
const everyone = { 'x-gatewright-api': 'DogPark/v1', 'x-gatewright-key-set': 'production' };
const dogWalker = {
  ...everyone,
  'x-gatewright-application': 'DogWalker',
  'x-gatewright-subject': `client:${consumerKey}`,
  'x-gatewright-tier': 'gold',
};

/** Calls by what they are; the answers to each are those of the gateway, header by header. */
const calls: Readonly<Record<string, Asked>> = {
  admitted: { target: `${dogs}?limit=2&breed=a%2Fb%20c`, headers: bearer },
  'admitted, to an upstream that says what a gateway says': {
    target: `${dogs}?breed=speak`,
    headers: bearer,
  },
  'admitted, with a body of GET': {
    target: dogs,
    headers: { ...bearer, 'content-type': 'text/plain', 'content-length': 5 },
    body: 'hello',
  },
  'admitted, with chunks of GET': {
    target: dogs,
    headers: { ...bearer, 'transfer-encoding': 'chunked' },
    body: 'hello',
  },
  'admitted, and not found by the upstream': { target: `${dogs}?breed=status=404`, headers: bearer },
  'admitted, and not changed': {
    target: `${dogs}?breed=status=304`,
    headers: { ...bearer, 'if-none-match': '"1"' },
  },
  'admitted, and redirected': { target: `${dogs}?breed=status=302`, headers: bearer },
  'admitted, and failed': { target: `${dogs}?breed=status=503`, headers: bearer },
  'admitted, and refused by the upstream': { target: `${dogs}?breed=status=403`, headers: bearer },
  'a HEAD': { target: dogs, method: 'HEAD', headers: bearer },
  'a DELETE': { target: dog, method: 'DELETE', headers: bearer },
  'from a page': { target: dogs, headers: { ...bearer, origin } },
  'from a page of another origin': {
    target: dogs,
    headers: { ...bearer, origin: 'https://other.example.edu' },
  },
  'a preflight': { target: dogs, method: 'OPTIONS', headers: { origin, ...preflight } },
  'a preflight of another origin': {
    target: dogs,
    method: 'OPTIONS',
    headers: { origin: 'https://other.example.edu', ...preflight },
  },
  'without a token': { target: dogs },
  'without a token, from a page': { target: dogs, headers: { origin } },
  'with another token': { target: dogs, headers: { authorization: 'Bearer nonsense' } },
  'with another token, in XML': {
    target: dogs,
    headers: { authorization: 'Bearer nonsense', accept: 'application/xml' },
  },
  'of an API that is not there': { target: '/cats/v1/dogs', headers: bearer },
  'of a resource that is not there': { target: '/dog_park/v1/cats', headers: bearer },
  'of a method that is not there': { target: dogs, method: 'DELETE', headers: bearer },
  'with a parameter that is wrong': { target: `${dogs}?limit=many`, headers: bearer },
  'with a path that is refused': { target: '/dog_park/v1/%2e%2e/admin', headers: bearer },
  'with headers beyond 16 KiB': { target: dogs, headers: { ...bearer, 'x-long': 'x'.repeat(17_000) } },
  'with 12 KiB of headers': {
    target: dogs,
    headers: { ...bearer, 'x-a': 'x'.repeat(6000), 'x-b': 'x'.repeat(6000) },
  },
  'with 18 KiB in three headers': {
    target: dogs,
    headers: { ...bearer, 'x-a': 'x'.repeat(6000), 'x-b': 'x'.repeat(6000), 'x-c': 'x'.repeat(6000) },
  },
  'with more headers than allowed': {
    target: dogs,
    headers: { ...bearer, ...Object.fromEntries(Array.from({ length: 220 }, (_, at) => [`x-${at}`, '1'])) },
  },
  'for another host': { target: dogs, headers: { ...bearer, host: 'gateway.example.edu' } },
  'for another host, without a token': { target: dogs, headers: { host: 'gateway.example.edu' } },
  'with headers of the answer': { target: dogs, headers: { ...bearer, ...forged } },
  'with headers of the answer, twice': { target: dogs, headers: { ...bearer, ...forgedTwice } },
  'with headers of the answer, without a token': { target: dogs, headers: forged },
  'with octets beyond ASCII': { target: dogs, headers: { ...bearer, 'x-name': 'Ren\u00e9e' } },
};

/** Calls of an API that everyone may call, that ends, and that allows nine calls. */
const others: Readonly<Record<string, Asked>> = {
  admitted: { target: dogs, headers: bearer },
  'admitted, to an upstream that says what a gateway says': {
    target: `${dogs}?breed=speak`,
    headers: bearer,
  },
  'of everyone': { target: dog },
  'of everyone, from a page': { target: dog, headers: { origin } },
  'of everyone, with a token': { target: dog, headers: bearer },
  'of everyone, with headers of the answer': { target: dog, headers: forged },
  'of everyone, with headers of the answer, twice': { target: dog, headers: forgedTwice },
  'with a body of GET that everyone may send': {
    target: dog,
    headers: { 'content-length': 5 },
    body: 'hello',
  },
  'admitted a last time': { target: dogs, headers: bearer },
  limited: { target: dogs, headers: bearer },
  'limited, from a page': { target: dogs, headers: { ...bearer, origin } },
  'without a token': { target: dogs },
};

const tables: readonly (readonly [string, Readonly<Record<string, Asked>>])[] = [
  [cors, calls],
  [
    `operationAccess: { 'GET /dogs/{dogId}': public }
addressLimit: { requests: 100, unit: day }
limit: { requests: 9, unit: day }
cors: { allowOrigins: ['*'] }
deprecation: { since: 2026-01-01, sunset: 2036-12-31, link: https://dogs.example.edu/end }
`,
    others,
  ],
];

/** How a proxy differs whatever its configuration says. */
const known: Readonly<Record<GuideProxy['name'], readonly RegExp[]>> = {
  // It takes the media type of its own answers from its configuration alone.
  nginx: [
    /^with another token, in XML/,
    /^with headers beyond 16 KiB/,
    // It removes headers by their whole names alone.
    / described x-gatewright-(?:|other|subject-2): undefined, "forged/,
  ],
  // Each has limits of its own, and answers by itself what exceeds them.
  haproxy: [/^with (?:headers beyond 16 KiB|18 KiB in three headers|more headers than allowed)/],
  envoy: [/^with more headers than allowed/],
  // It asks for compressed answers, and an answer that has no body has no type.
  caddy: [/ headers accept-encoding: /, /^admitted, and not changed received headers content-type: /],
};

/** The gateway sends a HEAD as the GET that the API declares. */
const sentAsHead = /^a HEAD forwarded 0 method: "GET", "HEAD"$/;

describe.each(guideProxies)('$name as the guide configures it', (proxy) => {
  const isMissing = findProgram(proxy.name) === undefined;
  const needed = isMissing ? ` (skipped: ${proxy.name} is not installed)` : '';

  test.skipIf(isMissing)(`answers like the gateway, header by header${needed}`, async () => {
    const differences: string[] = [];
    for (const [added, asked] of tables) {
      const both = await openTwoWays(proxy, added);
      for (const [name, call] of Object.entries(asked)) {
        const { byGateway, byProxy } = await both(call);
        const isPublic = added.includes('public') && call.target === dog;
        const forwarded = byGateway.forwarded.map((one) => ({
          ...one,
          // The gateway itself forwards no such header.
          described: { ...(isPublic ? everyone : dogWalker), ...one.described },
        }));
        differences.push(...compare(name, { ...byGateway, forwarded }, byProxy));
      }
    }
    const isKnown = (line: string) => [sentAsHead, ...known[proxy.name]].some((one) => one.test(line));
    expect(differences.filter((line) => !isKnown(line))).toEqual([]);
  });
});

/** A line for each value that is not the same. */
function compare(place: string, one: unknown, other: unknown): readonly string[] {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other ? [] : [`${place}: ${JSON.stringify(one)}, ${JSON.stringify(other)}`];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) =>
    compare(`${place} ${name}`, (one as Values)[name], (other as Values)[name]),
  );
}

type Values = Readonly<Record<string, unknown>>;
