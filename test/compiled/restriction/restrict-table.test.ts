// @module-tag full
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sealCompiled, type Compiled } from '#compiled/compiled.ts';
import { canonicalJson } from '#compiled/canonical-json.ts';
import { findViolations } from '#compiled/invariants.ts';
import { restrictTable } from '#compiled/restriction/restrict-table.ts';
import { sameJson } from '#compiled/json.ts';
import {
  buildTable,
  defineApi,
  defineApplication,
  subscribe,
  type ApiInTest,
} from '../../runtime/table-builder.ts';
import { admitBy, type AskedCall, type Verdict } from './admit-in-test.ts';
import { askedCalls, relatedTables } from './related-tables.ts';

/** Whether a call that two tables allow is the same one to both of them, and for no scope that is new. */
function isSameCall({ api, operation, scopes }: Verdict, newer: Verdict): boolean {
  // What the document does not declare may be forwarded by neither while the declared operations differ.
  if (operation?.path === '/*') return false;
  if (api !== newer.api || !operation || !sameJson(operation, newer.operation)) return false;
  return newer.scopes?.every((scope) => scopes?.includes(scope)) ?? false;
}

/** How a table refuses a call of an API that it does not serve. */
const unserved: ReadonlySet<string | undefined> = new Set(['api_unknown', 'api_retired', 'api_blocked']);

/** How a call is refused: what the newer table has at a further address is known if the earlier one serves it at all. */
function refusalOf({ path }: AskedCall, earlier: Compiled, newer: Compiled, after: Verdict): Verdict {
  if (!path.startsWith('/legacy/')) return after;
  const owner = newer.manifest.apis.find(({ alsoAt }) => alsoAt);
  const isKnown = earlier.manifest.apis.some(
    ({ context, version, state }) =>
      context === owner?.context && version === owner.version && state !== 'created',
  );
  return isKnown ? after : { code: 'api_unknown' };
}

test('no call is allowed that either table refuses, and every call that is the same to both is', () => {
  let allowed = 0;
  fc.assert(
    fc.property(relatedTables, ([earlier, newer]) => {
      const restricted = restrictTable(earlier, newer);
      expect(findViolations(sealCompiled(restricted.manifest, restricted.apis))).toEqual([]);
      const admissions = [earlier, newer, restricted].map(admitBy);
      for (const asked of askedCalls) {
        const [before, after, now] = admissions.map((admit) => admit(asked)) as [Verdict, Verdict, Verdict];
        const shown = { asked, before: before.code, after: after.code, now: now.code };
        if (now.code === undefined) expect(shown).toEqual({ asked });
        else if (isSameCall(before, after)) expect(shown).toEqual({ asked });
        else if (!unserved.has(before.code) && unserved.has(after.code))
          expect(now).toEqual(refusalOf(asked, earlier, newer, after));
        if (now.code === undefined) allowed += 1;
      }
    }),
    { numRuns: 100 },
  );
  expect(allowed).toBeGreaterThan(0);
});

/** The same table on a gateway that keeps the settings of its listener until a restart. */
function withPort(table: Compiled, port: number): Compiled {
  const { gateway } = table.manifest;
  const listener = { ...gateway.listener, port };
  return { ...table, manifest: { ...table.manifest, gateway: { ...gateway, listener } } };
}

test('the digest is the same whatever settings a gateway keeps, and only if the same is left of the same table', () => {
  fc.assert(
    fc.property(relatedTables, relatedTables, ([earlier, newer], [other, newest]) => {
      const [first, second] = [1, 2].map((port) =>
        restrictTable(withPort(earlier, port), withPort(newer, port)),
      );
      expect(second?.digest).toBe(first?.digest);
      const all = [first, restrictTable(withPort(other, 1), withPort(newest, 1))];
      const [one, two] = all.map((table) => canonicalJson({ ...table, digest: null, apis: null }));
      if (one !== two) expect(all[1]?.digest).not.toBe(first?.digest);
    }),
    { numRuns: 100 },
  );
});

const endpoint = { targets: ['https://dogs.example'] };

function tableOf(api: Partial<ApiInTest>, scopes: readonly string[] = [], tier = 'gold'): Compiled {
  return buildTable({
    apis: [defineApi({ endpoints: { production: endpoint }, operations: ['GET /dogs'], ...api })],
    applications: [defineApplication('Walker')],
    tiers: [
      { name: 'gold' },
      { name: 'bronze', limit: { requests: 1, unit: 'day', burst: 1, whenUnavailable: 'refuse' } },
    ],
    subscriptions: [{ ...subscribe('Walker', 'DogPark/v1', 'active', scopes), tier }],
  });
}

test('what takes no access away is as in the earlier table: upstreams, tiers, limits, CORS and deprecation', () => {
  const earlier = tableOf({});
  const limit = { requests: 1, unit: 'day', burst: 1, whenUnavailable: 'refuse' } as const;
  const changes: Partial<ApiInTest> = {
    endpoints: { production: { targets: ['https://other.example'] } },
    operations: ['GET /dogs', 'GET /cats'],
    state: 'deprecated',
    deprecation: { since: 1 },
    maxBodyBytes: 0,
    cors: { allowOrigins: ['*'], allowHeaders: [], exposeHeaders: [], maxAgeSeconds: 1 },
    limit,
  };
  expect(restrictTable(earlier, tableOf(changes, [], 'bronze'))).toBe(earlier);
});

test('a resource that is new needs what the earlier table needs for its paths, and its own scopes', () => {
  const before = ['GET /{kind}/{name} dogs:read', 'HEAD /{kind}/{name} dogs:read dogs:look', 'GET /cats'];
  const after = [...before, 'GET /{kind}/mine dogs:own', 'GET /{kind}/{name}/walks'];
  const { manifest, apis } = restrictTable(tableOf({ operations: before }), tableOf({ operations: after }));
  expect(apis.get(manifest.apis[0]?.part ?? 'sha256:')?.operations).toEqual([
    { method: 'GET', path: '/cats' },
    { method: 'GET', path: '/{kind}/mine', scopes: [['dogs:own', 'dogs:read']] },
    { method: 'HEAD', path: '/{kind}/mine', scopes: [['dogs:look', 'dogs:own', 'dogs:read']] },
    { method: 'GET', path: '/{kind}/{name}', scopes: [['dogs:read']] },
    { method: 'HEAD', path: '/{kind}/{name}', scopes: [['dogs:look', 'dogs:read']] },
  ]);
});

test('a scope that the newer API does not ask for any more is still good for what the earlier one asks', () => {
  const earlier = tableOf({ operations: ['GET /dogs dogs:read'] }, ['dogs:read']);
  expect(restrictTable(earlier, tableOf({}))).toBe(earlier);
});

test('a blocked API is refused as the newer table says, until the same time', () => {
  const newer = tableOf({ state: 'blocked', blockedUntil: 1_800_000_000 });
  const { apis } = restrictTable(tableOf({}), newer).manifest;
  expect(apis).toMatchObject([{ state: 'blocked', blockedUntil: 1_800_000_000 }]);
});
