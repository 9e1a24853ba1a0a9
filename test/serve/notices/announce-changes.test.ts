import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StoreError, type TokenStore } from '#runtime/ports/token-store.ts';
import { createMemoryStore } from '#runtime/state/memory-store.ts';
import { eventually } from '../../eventually.ts';
import { openAnnouncer, start, type Told } from './announced-tables.ts';
import { openReceiver } from './receivers-in-test.ts';

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

  /** A gateway with its own record, and with the store that all of them share. */
  function open({
    saved,
    openStore = async () => ({ store }),
  }: { readonly saved?: string; readonly openStore?: () => Promise<{ store: TokenStore }> } = {}) {
    const gateway = openAnnouncer({ saved, openStore, clock: () => now }, opened);
    const webhooks = { Walker: receiver.url, Sitter: receiver.url };
    const load = (told: Omit<Told, 'webhooks'>, committedAt?: number) =>
      gateway.load({ ...told, webhooks }, committedAt);
    return { ...gateway, load };
  }

  /** What was received, in alphabetical order: `api.retired Walker`. */
  const told = () =>
    receiver.received
      .map(({ body }) => JSON.parse(body) as { type: string; data: { application: string; sunset?: string } })
      .map(({ type, data }) => [type, data.application, data.sunset?.slice(0, 10)].filter(Boolean).join(' '))
      .toSorted();

  const receives = (...expected: readonly string[]) =>
    eventually(() => expect(told()).toEqual(expected.toSorted()));

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
      await eventually(() => expect(told()).toHaveLength((now - start) / 1000));
    }
    expect(told()).toEqual(['api.blocked Walker', 'api.blocked Walker', 'api.published_again Walker']);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
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

  test.for(['blocked', 'deprecated', 'retired'] as const)(
    'tell those who were told that a version is %s that it is published again, once',
    async (state) => {
      const gateways = [open(), open()];
      const load = (table: Omit<Told, 'webhooks'>) => gateways.forEach((gateway) => gateway.load(table));
      load({ subscribed: ['Walker'] });
      load({ state, subscribed: state === 'retired' ? [] : ['Walker'] });
      await receives(`api.${state} Walker`);
      load({ subscribed: ['Walker', 'Sitter'] });
      await receives(`api.${state} Walker`, 'api.published_again Walker');
      const last = JSON.parse(receiver.received.at(-1)?.body ?? '{}') as { readonly data: object };
      expect(last.data).toEqual({
        application: 'Walker',
        api: 'DogPark/v1',
        state: 'published',
        page: 'https://apis.example.edu/store/apis/dog_park/v1',
      });
      load({ state });
      load({ subscribed: ['Walker', 'Sitter'] });
      await eventually(() =>
        expect(told().filter((one) => one.startsWith('api.published_again'))).toEqual([
          'api.published_again Sitter',
          'api.published_again Walker',
          'api.published_again Walker',
        ]),
      );
    },
  );

  test('tell nobody that a version is published that was never announced as anything else', async () => {
    const gateway = open();
    gateway.load({ state: 'blocked' });
    gateway.load({});
    expect(gateway.record.newest(['DogPark/v1'], 1)).toMatchObject([{ state: 'published', isAgain: true }]);
    gateway.load({ name: 'DogRun', state: 'created' });
    gateway.load({ name: 'DogRun' });
    gateway.load({ name: 'DogRun', state: 'blocked' });
    await receives('api.blocked Walker');
  });

  test('tell those who were notified although the version was withdrawn, and the gateway restarted, in between', async () => {
    const first = open();
    first.load({});
    first.load({ state: 'blocked' });
    await receives('api.blocked Walker');
    first.load({ state: 'created', subscribed: [] });
    first.load({ isRemoved: true });
    const second = open({ saved: first.record.render() });
    second.load({});
    await receives('api.blocked Walker', 'api.published_again Walker');
  });

  test('tell the subscribers if the record of an earlier gateway does not say who was notified', async () => {
    const saved = JSON.stringify({
      format: 1,
      versions: { 'DogPark/v1': { state: 'blocked', subscribers: ['Walker'], events: [] } },
    });
    open({ saved }).load({ subscribed: ['Walker', 'Sitter'] });
    await receives('api.published_again Walker');
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
    await receives('api.published_again Walker', 'api.retired Walker');
    after.load({ isRemoved: true });
    await receives('api.published_again Walker', 'api.retired Walker', 'api.retired Walker');
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
