import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ManifestUser } from '#compiled/manifest.ts';
import { resolveTokenContext, VerifiedToken } from '#runtime/token/token-context.ts';
import { indexClients } from '#runtime/token/clients.ts';
import { Revocations } from '#runtime/token/revocation/revocations.ts';
import {
  findAuthorizedClient,
  indexUsers,
  type AuthorizationState,
} from '#runtime/token/authorization-state.ts';
import { bindToHolder } from '#runtime/token/user-binding.ts';
import { buildTable, defineApplication } from '../table-builder.ts';
import { draws } from '../../full-run.ts';

const user: ManifestUser = { name: 'alice', passwordDigest: 'x', state: 'active' };
const web = defineApplication('Web');

/** Authorization states that differ in anything that a token may depend on. */
const declared: readonly (Partial<AuthorizationState> & { readonly application?: Partial<typeof web> })[] = [
  {},
  { application: { keySets: [] } },
  { application: { keySets: web.keySets.map((each) => ({ ...each, keySet: 'sandbox' })) } },
  { application: { tokensNotBefore: 1001 } },
  { application: { identityProviders: ['users'] } },
  { application: { identityProviders: ['campus'] } },
  { tokensNotBefore: 1001 },
  { users: new Map() },
  { users: indexUsers([{ ...user, state: 'disabled' }]) },
  { users: indexUsers([{ ...user, tokensNotBefore: 1001 }]) },
  { users: indexUsers([{ ...user, passwordDigest: 'y' }]) },
  { providers: new Map() },
];

function openStandings(revocations: Revocations): readonly AuthorizationState[] {
  return declared.map(({ application, ...changes }) => {
    const applications = [{ ...web, ...application }];
    const { manifest } = buildTable({ apis: [], applications, subscriptions: [] });
    return {
      mark: Symbol('authorization state'),
      clients: indexClients(manifest),
      users: indexUsers([user]),
      providers: new Map([['campus', 'oidc https://campus.example.edu']]),
      revocations,
      ...changes,
    };
  });
}

function verify(subject: string, index: number): VerifiedToken {
  const claims = { clientId: 'Web-production', keySet: 'production', subject, scopes: [] } as const;
  const ids = { grantId: `grant-${index}`, tokenId: `token-${index}` };
  const userBinding = subject === 'user:alice' ? bindToHolder({ user }, ids.grantId) : undefined;
  const held = { ...claims, ...ids, userBinding };
  return new VerifiedToken(subject, { ...held, issuedAt: 1000, expiresAt: 1600 }, 'key');
}

test('a token belongs to the client that its authorization state finds, whatever other states found, until it is revoked', () => {
  const which = fc.tuple(
    fc.nat(2),
    fc.nat(declared.length - 1),
    fc.constantFrom('ask', 'ask', 'ask', 'revoke'),
  );
  fc.assert(
    fc.property(fc.array(which, { maxLength: 60 }), (steps) => {
      const revocations = new Revocations(() => 1_000_000);
      const standings = openStandings(revocations);
      const tokens = ['client:Web-production', 'user:alice', 'user:campus/bob'].map(verify);
      for (const [ofToken, ofStanding, step] of steps) {
        const [token, authorizationState] = [tokens[ofToken]!, standings[ofStanding]!];
        if (step === 'revoke') revocations.add(token.claims.grantId, 1600);
        expect(resolveTokenContext(authorizationState, token)?.client).toBe(
          findAuthorizedClient(authorizationState, token.claims),
        );
      }
    }),
    { numRuns: draws(300) },
  );
});

test('an authorization state returns the same context again, and another one resolves its own', () => {
  const [one, other] = [
    openStandings(new Revocations(() => 0))[0]!,
    openStandings(new Revocations(() => 0))[0]!,
  ];
  const token = verify('user:alice', 0);
  const first = resolveTokenContext(one, token);
  expect(first).toMatchObject({ mark: one.mark, client: { consumerKey: 'Web-production' } });
  expect(resolveTokenContext(one, token)).toBe(first);
  const next = resolveTokenContext(other, token);
  expect(next).toMatchObject({ mark: other.mark, client: { consumerKey: 'Web-production' } });
  expect(next).not.toBe(first);
});
