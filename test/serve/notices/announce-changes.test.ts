import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Deprecation, LifecycleState } from '#compiled/manifest.ts';
import { StoreError, type TokenStore } from '#runtime/ports/token-store.ts';
import { createMemoryStore } from '#runtime/state/memory-store.ts';
import { openLifecycleNotices } from '#serve/notices/lifecycle/lifecycle-notices.ts';
import { LifecycleRecord } from '#serve/notices/lifecycle/lifecycle-record.ts';
import { openNotices } from '#serve/notices/open-notices.ts';
import { eventually } from '../../eventually.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../../runtime/table-builder.ts';
import { certificates, openReceiver } from './receivers-in-test.ts';

const day = 86_400_000;
const start = Date.parse('2026-06-15T12:00:00Z');

describe('changes of API versions', () => {
  let receiver: Awaited<ReturnType<typeof openReceiver>>;
  let opened: AsyncDisposableStack;
  let store: TokenStore;
  let now = start;

  beforeEach(async () => {
    now = start;
    opened = new AsyncDisposableStack();
    receiver = await openReceiver();
    opened.defer(async () => void (await receiver.close()));
    store = createMemoryStore(() => now);
  });
  afterEach(() => opened.disposeAsync());

  interface Told {
    readonly state?: LifecycleState;
    /** Days from the start. */
    readonly sunset?: number;
    /** The names of the applications that subscribe. */
    readonly subscribed?: readonly string[];
    readonly name?: string;
    readonly isRemoved?: boolean;
  }

  function table({
    state = 'published',
    sunset,
    subscribed = ['Walker'],
    name = 'DogPark',
    isRemoved = false,
  }: Told) {
    const deprecation: Deprecation = {
      since: start / 1000,
      ...(sunset !== undefined && { sunset: (start + sunset * day) / 1000 }),
    };
    const api = { endpoints: {}, operations: ['GET /dogs'], name, state };
    return buildTable({
      gateway: {
        store: { visibility: 'public' },
        storeUrl: 'https://apis.example.edu',
        notices: {
          webhooks: { secret: { fromEnv: 'SECRET' }, ca: { fromEnv: 'CA' }, allowThisMachine: true },
        },
      },
      apis: isRemoved ? [] : [defineApi({ ...api, ...(state === 'deprecated' && { deprecation }) })],
      applications: ['Walker', 'Sitter'].map((application) => ({
        ...defineApplication(application),
        notices: { webhook: receiver.url },
      })),
      subscriptions: isRemoved ? [] : subscribed.map((application) => subscribe(application, `${name}/v1`)),
    }).manifest;
  }

  /** A gateway with its own record, and with the store that all of them share. */
  function open({
    saved,
    openStore = async () => ({ store }),
  }: { readonly saved?: string; readonly openStore?: () => Promise<{ store: TokenStore }> } = {}) {
    const record = new LifecycleRecord(saved, now);
    const warnings: string[] = [];
    const { notify } = openNotices(
      {
        served: () => table({}),
        resolveSecret: async ({ fromEnv }) => (fromEnv === 'CA' ? certificates.ca : 'a-secret'),
        audit: () => undefined,
        warn: (message) => warnings.push(message),
        record,
        delays: [1, 1, 1],
      },
      opened,
    );
    const note = openLifecycleNotices({ record, keep: () => undefined, notify, openStore, clock: () => now });
    return { record, warnings, load: (told: Told, committedAt?: number) => note(table(told), committedAt) };
  }

  /** What was received, in alphabetical order: `api.retired Walker`. */
  const told = () =>
    receiver.received
      .map(({ body }) => JSON.parse(body) as { type: string; data: { application: string; sunset?: string } })
      .map(({ type, data }) => [type, data.application, data.sunset?.slice(0, 10)].filter(Boolean).join(' '))
      .toSorted();

  const receives = (...expected: readonly string[]) => eventually(() => expect(told()).toEqual(expected));

  test('are announced to all subscribers if the state store fails once', async () => {
    let calls = 0;
    const gateway = open({
      openStore: async () => {
        calls += 1;
        if (calls < 4) throw new StoreError('the state store cannot be reached');
        return { store };
      },
    });
    const subscribed = ['Walker', 'Sitter'];
    gateway.load({ subscribed });
    gateway.load({ subscribed, state: 'blocked' });
    await receives('api.blocked Sitter', 'api.blocked Walker');
    expect(gateway.warnings).toEqual([]);
  });

  test('are a warning if the state store fails at each attempt', async () => {
    const gateway = open({ openStore: () => Promise.reject(new StoreError('the state store is away')) });
    gateway.load({});
    gateway.load({ state: 'blocked' });
    await eventually(() => expect(gateway.warnings).toHaveLength(1));
    expect(gateway.warnings[0]).toMatch(/application Walker .* after 4 attempts: the state store is away\./);
    expect(told()).toEqual([]);
  });

  test('are announced again when a version returns to what it was', async () => {
    const gateway = open();
    gateway.load({});
    for (const sunset of [90, 60, 90, 60, 90]) {
      const before = told().length;
      gateway.load({ state: 'deprecated', sunset });
      await eventually(() => expect(told()).toHaveLength(before + 1));
    }
    expect(told()).toEqual([
      'api.deprecated Walker 2026-09-13',
      'api.sunset_changed Walker 2026-08-14',
      'api.sunset_changed Walker 2026-08-14',
      'api.sunset_changed Walker 2026-09-13',
      'api.sunset_changed Walker 2026-09-13',
    ]);
  });

  test('have an identifier of their own when they are announced again', async () => {
    const gateway = open();
    gateway.load({});
    for (const state of ['blocked', 'published', 'blocked'] as const) {
      now += 1000;
      gateway.load({ state });
      await eventually(async () => expect(await isAnnounced(state)).toBe(true));
    }
    expect(told()).toEqual(['api.blocked Walker', 'api.blocked Walker']);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2);

    async function isAnnounced(state: LifecycleState) {
      return state === 'published' || told().length === (now - start === 1000 ? 1 : 2);
    }
  });

  test('are announced once by gateways that see different tables', async () => {
    const [first, second] = [open(), open()];
    first.load({});
    second.load({});
    first.load({ state: 'deprecated', sunset: 90 });
    await receives('api.deprecated Walker 2026-09-13');
    first.load({ state: 'deprecated', sunset: 60 });
    await receives('api.deprecated Walker 2026-09-13', 'api.sunset_changed Walker 2026-08-14');
    second.load({ state: 'deprecated', sunset: 60 });
    second.load({ state: 'retired' });
    await receives(
      'api.deprecated Walker 2026-09-13',
      'api.retired Walker',
      'api.sunset_changed Walker 2026-08-14',
    );
  });

  test('reach those whose subscriptions end with the version', async () => {
    const gateway = open();
    gateway.load({ state: 'deprecated', subscribed: ['Walker', 'Sitter'] });
    gateway.load({ state: 'retired', subscribed: [] });
    await receives('api.retired Sitter', 'api.retired Walker');
  });

  test('include that a version was removed, also while the gateway was not running', async () => {
    const before = open();
    before.load({});
    const after = open({ saved: before.record.render() });
    after.load({ isRemoved: true });
    await receives('api.retired Walker');
    expect(receiver.received[0]?.body).not.toContain('"page"');
    after.load({ isRemoved: true });
    after.load({});
    after.load({ isRemoved: true });
    await receives('api.retired Walker', 'api.retired Walker');
  });

  test('do not include that a version has another name at the same address', async () => {
    const gateway = open();
    gateway.load({});
    gateway.load({ name: 'DogRun' });
    gateway.load({ name: 'DogRun', state: 'blocked' });
    await receives('api.blocked Walker');
    expect(receiver.received[0]?.body).toContain('"DogRun/v1"');
  });

  test.for([99_999_999_999_999_000, Number.POSITIVE_INFINITY, Number.NaN, -99_999_999_999_999_000])(
    'have a date that can be shown if their commit has the date %s',
    (committedAt) => {
      const gateway = open();
      gateway.load({}, committedAt);
      const [event] = gateway.record.newest(['DogPark/v1'], 1);
      expect(event?.at).toBeGreaterThanOrEqual(0);
      expect(event?.at).toBeLessThanOrEqual(now);
    },
  );

  test('that were saved with a date in the future have the date of the reading', () => {
    const event = { api: 'DogPark/v1', state: 'published', at: 1e17 };
    const saved = JSON.stringify({
      format: 1,
      versions: { 'DogPark/v1': { state: 'published', events: [event] } },
    });
    expect(open({ saved }).record.newest(['DogPark/v1'], 1)).toEqual([{ ...event, at: now }]);
    const damaged = saved.replace(/\[\{.*\}\]/, '[null]');
    expect(open({ saved: damaged }).record.newest(['DogPark/v1'], 1)).toEqual([]);
  });
});
