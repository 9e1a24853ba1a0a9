// @module-tag full
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ComparedRequest } from './compared-request.ts';
import type { Judgement } from './judgement.ts';
import { openGatewright } from './open-gatewright.ts';
import { openOidcProvider } from './open-oidc-provider.ts';
import { authorizeRequests } from './requests/authorize.ts';
import { codeRequests, refreshRequests } from './requests/exchange.ts';
import { introspectRequests, revokeRequests } from './requests/token-management.ts';
import { clientRequests } from './requests/token.ts';
import type { Side } from './side.ts';

let ours: Side;
let theirs: Side;
const opened = new AsyncDisposableStack();

beforeAll(async () => {
  const [gatewright, provider] = await Promise.all([openGatewright(), openOidcProvider()]);
  opened.defer(gatewright.close);
  opened.defer(provider.close);
  ours = gatewright.side;
  theirs = provider.side;
});

afterAll(() => opened.disposeAsync());

/** The differences, as in the table of requests, without the reason. */
function compare(our: Judgement, their: Judgement) {
  const names = new Set([...Object.keys(our), ...Object.keys(their)]) as Set<keyof Judgement>;
  const differing = [...names].filter((name) => JSON.stringify(our[name]) !== JSON.stringify(their[name]));
  return Object.fromEntries(differing.map((name) => [name, { ours: our[name], theirs: their[name] }]));
}

function expectedOf({ differs = {} }: ComparedRequest) {
  const entries = Object.entries(differs).map(([name, { ours: our, theirs: their }]) => {
    return [name, { ours: our, theirs: their }] as const;
  });
  return Object.fromEntries(entries);
}

describe.each([
  ['the token endpoint, for a client', clientRequests],
  ['the token endpoint, for a code', codeRequests],
  ['the token endpoint, for a refresh token', refreshRequests],
  ['the authorization endpoint', authorizeRequests],
  ['the revocation endpoint', revokeRequests],
  ['the introspection endpoint', introspectRequests],
])('%s answers as oidc-provider does, but for what is explained', (_where, requests) => {
  test.each(requests.map((request) => [request.name, request] as const))('%s', async (_name, request) => {
    const [our, their] = [await request.send(ours), await request.send(theirs)];
    expect(compare(our, their)).toEqual(expectedOf(request));
  });
});

test('every difference is explained in a sentence', () => {
  const all = [
    clientRequests,
    codeRequests,
    refreshRequests,
    authorizeRequests,
    revokeRequests,
    introspectRequests,
  ];
  const reasons = all.flat().flatMap(({ differs = {} }) => Object.values(differs).map(({ why }) => why));
  expect(reasons.filter((why) => !/^[A-Z].*\.$/.test(why))).toEqual([]);
});
