import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import type { Compiled } from '#compiled/compiled.ts';
import type { ManifestApplication, ManifestSubscription } from '#compiled/manifest.ts';
import { applyChange, diffTables } from '#compiled/table-change.ts';
import type { Generation } from '#runtime/gateway/generation/generation.ts';
import { UpstreamPools, type TargetSettings } from '#runtime/gateway/upstream/upstream-pools.ts';
import { createConcurrencyMemory, openConcurrentCalls } from '#runtime/state/concurrent-calls.ts';
import { createCounterMemory } from '#runtime/state/counter-table.ts';
import { openLocalCounters } from '#runtime/state/local-counters.ts';
import { readScopes } from '#runtime/token/allowed-scopes.ts';
import { indexClients } from '#runtime/token/clients.ts';
import { Revocations } from '#runtime/token/revocation/revocations.ts';
import { buildGeneration } from '#runtime/gateway/generation/generation.ts';
import { buildTable, defineApi, defineApplication } from '../table-builder.ts';
import { limitConnections } from './upstream/connection-limits.ts';

/** Pools that count the leases which are open. */
function countLeases() {
  const pools = new UpstreamPools({
    clock: () => 0,
    limits: limitConnections(300_000),
    report: () => undefined,
  });
  const open = new Set<object>();
  const openLease = () => {
    const lease = pools.openLease();
    open.add(lease);
    return {
      targetFor: (settings: TargetSettings) => lease.targetFor(settings),
      end: () => {
        open.delete(lease);
        lease.end();
      },
    };
  };
  return { openLease, open, destroy: () => pools.destroy() };
}

let pools = countLeases();
const counters = openLocalCounters({
  memory: createCounterMemory(),
  clock: () => 0,
  onFull: () => undefined,
});
afterEach(() => pools.destroy());

async function openPools(): Promise<void> {
  await pools.destroy();
  pools = countLeases();
}

const applications = ['Walker', 'Sitter', 'Vet'];
const names = ['a', 'b', 'c', 'd'];

/** Tables that differ in everything that a reload may change. */
const tables = fc
  .record({
    apis: fc.uniqueArray(
      fc.record({
        name: fc.constantFrom(...names),
        version: fc.constantFrom('v1', 'v2', 'v10'),
        context: fc.constantFrom('parks', 'own'),
        state: fc.constantFrom('created', 'published', 'blocked'),
        port: fc.constantFrom(1, 2),
        scope: fc.constantFrom('read', 'write', 'admin'),
        hasSecret: fc.boolean(),
        also: fc.subarray(['old', 'older/v1']),
      }),
      { selector: ({ name, version }) => `${name}/${version}`, maxLength: 6 },
    ),
    applications: fc.subarray(applications),
    tier: fc.constantFrom('free', 'gold'),
    subscribed: fc.array(fc.tuple(fc.nat(5), fc.constantFrom(...applications), fc.boolean()), {
      maxLength: 8,
    }),
    secret: fc.constantFrom('one', 'two'),
    moving: fc.nat(6),
    versioning: fc.constantFrom<'url' | 'header'>('url', 'header'),
  })
  .map((drawn) => {
    // One address goes from API to API.
    const moving = (index: number) => (index === drawn.moving ? [{ path: '/moving' }] : []);
    const apis = drawn.apis.map(({ name, version, context, state, port, scope, hasSecret, also }, index) => {
      const auth = { header: { name: 'X-Key', value: { fromEnv: 'KEY' } } };
      const target = { targets: [`http://127.0.0.1:${port}`], ...(hasSecret && { auth }) };
      // Two APIs never share an address.
      const own =
        context === 'own' ? `own_${name}` : `parks_${names.indexOf(name) % 2 === 0 ? name : `${name}x`}`;
      const operations = [`GET /dogs ${scope}`];
      const alsoAt = also.map((path) => ({ path: `/${name}-${version}-${path}` }));
      const endpoints = { production: target };
      return defineApi({
        name,
        context: own,
        version,
        state,
        operations,
        endpoints,
        alsoAt: [...alsoAt, ...moving(index)],
      });
    });
    const declared: readonly ManifestApplication[] = drawn.applications.map((name) =>
      defineApplication(name),
    );
    const subscriptions = new Map<string, ManifestSubscription>();
    for (const [index, application, isActive] of drawn.subscribed) {
      const api = drawn.apis[index];
      if (!api || !drawn.applications.includes(application)) continue;
      const name = `${api.name}/${api.version}`;
      const state = isActive ? 'active' : 'blocked';
      subscriptions.set(`${application} ${name}`, {
        application,
        api: name,
        tier: drawn.tier,
        state,
        scopes: [api.scope],
      });
    }
    const table = buildTable({
      apis,
      applications: declared,
      subscriptions: [...subscriptions.values()],
      tiers: [{ name: drawn.tier }],
      gateway: { versioning: drawn.versioning },
    });
    return { table, secret: drawn.secret };
  });

/** Secrets are the same object as long as they are the same. */
const secretOf = { one: () => 'one', two: () => 'two' };

function build(compiled: Compiled, secret: string, previous?: Generation): Generation {
  const authorizationState = {
    mark: Symbol('authorization state'),
    clients: indexClients(compiled.manifest, previous?.authorizationState.clients),
    users: new Map(),
    providers: new Map<string, string>(),
    revocations: new Revocations(() => 0),
  };
  const services = {
    clock: () => 0,
    authorizationState,
    verifyToken: () => undefined,
    signingKeys: new Map(),
    secretOf: secretOf[secret as 'one'],
    pools,
    counters,
    concurrentCalls: openConcurrentCalls(createConcurrencyMemory(16)),
    assertCaller: () => '',
    reports: { reportError: () => undefined, reportDrift: () => undefined },
  };
  return buildGeneration(compiled, services, previous);
}

/** What calls can see of a generation. */
function show({ apis, settings, authorizationState }: Generation) {
  const byAddress = [...apis.byAddress].map(([address, { manifest, endpoints, subscriptions, part }]) => ({
    address,
    manifest,
    operations: part.api.operations,
    key: endpoints.production?.headers,
    target: endpoints.production?.nextTarget([])?.origin,
    subscriptions: [...subscriptions.keys()].toSorted().map((name) => subscriptions.get(name)),
  }));
  const latest = [...apis.latest].map(([context, { manifest }]) => [context, manifest]);
  const clients = [...authorizationState.clients.keys()];
  return {
    byAddress: byAddress.toSorted((a, b) => (a.address < b.address ? -1 : 1)),
    latest: Object.fromEntries(latest),
    clients: clients.toSorted(),
    settings,
  };
}

function showScopes(table: Compiled, book: ReturnType<typeof readScopes>) {
  return {
    all: book.all,
    allowed: applications.map((name) => book.allowedTo(name)),
    described: book.all.map((scope) => book.describe(scope)),
    digest: table.digest,
  };
}

test('a generation that was built from the one before equals one that is built from nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(tables, { minLength: 2, maxLength: 6 }), async (drawn) => {
      await openPools();
      let table: Compiled | undefined;
      let serving: Generation | undefined;
      let scopes: ReturnType<typeof readScopes> | undefined;
      for (const { table: next, secret } of drawn) {
        table = applyChange(table, diffTables(table, next));
        const generation = build(table, secret, serving);
        const anew = build(table, secret);
        expect(show(generation)).toEqual(show(anew));
        scopes = readScopes(table, scopes);
        expect(showScopes(table, scopes)).toEqual(showScopes(table, readScopes(table)));
        anew.discard();
        generation.enter();
        serving?.usage.retire();
        serving = generation;
        expect(pools.open.size).toBe(table.manifest.apis.length);
      }
    }),
  );
});

type Step = 'begin' | 'end' | 'load' | 'discard';

test('a generation holds its upstream connections until its last call completes, and no longer', async () => {
  const steps = fc.array(fc.constantFrom<Step>('begin', 'end', 'load', 'discard'), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(steps, fc.array(tables, { minLength: 1, maxLength: 4 }), async (drawn, choices) => {
      await openPools();
      let table = applyChange(undefined, diffTables(undefined, choices[0]!.table));
      let serving = build(table, 'one');
      serving.enter();
      const busy: Generation[] = [];
      let count = 0;
      for (const step of drawn) {
        if (step === 'begin') {
          serving.usage.begin();
          busy.push(serving);
        } else if (step === 'end') {
          busy.splice(count % Math.max(busy.length, 1), 1)[0]?.usage.end();
        } else {
          count += 1;
          const next = applyChange(table, diffTables(table, choices[count % choices.length]!.table));
          const generation = build(next, 'one', serving);
          if (step === 'discard') generation.discard();
          else {
            generation.enter();
            serving.usage.retire();
            [serving, table] = [generation, next];
          }
        }
        const inUse = new Set(
          [serving, ...busy].flatMap(({ served }) => [...served.byName.values()].map(({ held }) => held)),
        );
        expect(pools.open.size).toBe(inUse.size);
      }
      for (const generation of busy) generation.usage.end();
      expect(pools.open.size).toBe(table.manifest.apis.length);
    }),
  );
});

test('an API whose part breaks its generation leaves the one that serves as it was', async () => {
  await openPools();
  const good = buildTable({
    apis: [defineApi({ endpoints: { production: { targets: ['http://127.0.0.1:1'] } } })],
    applications: [],
    subscriptions: [],
  });
  const serving = build(good, 'one');
  serving.enter();
  const { manifest } = good;
  const broken = {
    ...good,
    manifest: {
      ...manifest,
      apis: [...manifest.apis, { ...manifest.apis[0]!, name: 'Other', part: 'sha256:0' as const }],
    },
  };
  expect(() => build(broken, 'one', serving)).toThrow('the route table has no part for Other/v1');
  expect(pools.open.size).toBe(1);
});
