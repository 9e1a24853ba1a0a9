import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AuditEvent } from '#runtime/ports/audit.ts';
import { StoreError } from '#runtime/ports/token-store.ts';
import { createMemoryStore } from '#runtime/state/memory-store.ts';
import { eventually } from '../../eventually.ts';
import { draws } from '../../full-run.ts';
import { openAnnouncer, start, type Told } from './announced-tables.ts';
import { openReceiver } from './receivers-in-test.ts';

type State = Omit<Told, 'webhooks'>;

/** So many attempts, a moment apart, that a notice waits until its receiver accepts it. */
const delays = Array.from({ length: 5000 }, () => 2);

describe('a notice that waits', () => {
  let opened: AsyncDisposableStack;
  const answers = [{ status: 503 }];
  let receiver: Awaited<ReturnType<typeof openReceiver>>;

  beforeEach(async () => {
    opened = new AsyncDisposableStack();
    answers[0] = { status: 503 };
    receiver = await openReceiver(answers);
    opened.defer(async () => void (await receiver.close()));
  });
  afterEach(() => opened.disposeAsync());

  function open(options: Partial<Parameters<typeof openAnnouncer>[0]> = {}) {
    const store = createMemoryStore(() => start);
    const gateway = openAnnouncer(
      { openStore: async () => ({ store }), clock: () => start, delays, ...options },
      opened,
    );
    const load = (told: State, webhooks = { Walker: receiver.url }) => gateway.load({ ...told, webhooks });
    return { ...gateway, load };
  }

  /** Lets the receiver accept everything from now on, and returns what it then gets. */
  function accept() {
    const before = receiver.received.length;
    answers[0] = { status: 204 };
    return () =>
      receiver.received
        .slice(before)
        .map(({ body }) => JSON.parse(body) as { readonly type: string; readonly data: object });
  }

  const ended = (audited: readonly AuditEvent[]) => audited.map(({ event }) => event).toSorted();

  const refused = (count = 1) => eventually(() => expect(receiver.received.length >= count).toBe(true));

  const restrictions: readonly State[] = [
    { state: 'deprecated', sunset: 90 },
    { state: 'deprecated', sunset: 60 },
    { state: 'deprecated' },
    { state: 'blocked' },
    { state: 'retired' },
    { isRemoved: true },
  ];
  const states: readonly State[] = [{}, ...restrictions];

  test('is only sent while it is true, whatever happens to the version', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...restrictions),
        fc.array(fc.constantFrom(...states), { minLength: 1, maxLength: 5 }),
        async (restricted, others) => {
          answers[0] = { status: 503 };
          const gateway = open();
          gateway.load({});
          const before = receiver.received.length;
          gateway.load(restricted);
          await refused(before + 1);
          for (const state of others) gateway.load(state);
          const last = gateway.record.newest(['DogPark/v1'], 1)[0];
          const final = others.at(-1) ?? {};
          const state = final.isRemoved ? 'retired' : (final.state ?? 'published');
          const isStill = last?.state === state;
          const dropped = () => gateway.audited.filter(({ event }) => event === 'notice_dropped');
          const expected = changesOf(restricted, ...others) - (isStill ? 1 : 0);
          // An attempt that began before the last change has ended then.
          await eventually(() => expect(dropped()).toHaveLength(expected));
          const received = accept();
          await eventually(() => expect(gateway.audited).toHaveLength(expected + (isStill ? 1 : 0)));
          expect(received().map(({ data }) => data)).toMatchObject(
            isStill ? [{ state, ...sunsetOf(final) }] : [],
          );
          expect(gateway.warnings).toEqual([]);
        },
      ),
      { numRuns: draws(60) },
    );
  });

  /** How many notices a sequence of states begins, after a published one. */
  function changesOf(...sequence: readonly State[]): number {
    let known = 'published';
    return sequence.filter((state) => {
      const phase = state.isRemoved ? 'retired' : `${state.state ?? 'published'}${state.sunset ?? ''}`;
      const isChange = phase !== known;
      known = phase;
      return isChange;
    }).length;
  }

  function sunsetOf({ sunset }: State) {
    return sunset === undefined ? {} : { sunset: new Date(start + sunset * 86_400_000).toISOString() };
  }

  test('is dropped while the version is not offered to anybody', async () => {
    const gateway = open();
    gateway.load({});
    gateway.load({ state: 'blocked' });
    await refused();
    gateway.load({ state: 'created' });
    await eventually(() => expect(ended(gateway.audited)).toEqual(['notice_dropped']));
  });

  test('is dropped if the version is what it was before, also if the change has come back in between', async () => {
    const gateway = open();
    gateway.load({});
    gateway.load({ state: 'blocked' });
    await refused();
    gateway.load({});
    gateway.load({ state: 'blocked' });
    await eventually(() => expect(gateway.audited).toHaveLength(2));
    const received = accept();
    await eventually(() => expect(gateway.audited).toHaveLength(3));
    expect(received().map(({ type }) => type)).toEqual(['api.blocked']);
    expect(ended(gateway.audited)).toEqual(['notice_delivered', 'notice_dropped', 'notice_dropped']);
    expect(gateway.audited.find(({ event }) => event === 'notice_dropped')).toMatchObject({
      api: 'DogPark/v1',
      application: 'Walker',
      channel: 'webhook',
      notice: expect.stringMatching(/^sha256:/),
    });
  });

  test('is sent with what is declared about the same state now', async () => {
    const gateway = open();
    gateway.load({});
    gateway.load({ state: 'deprecated', sunset: 90, link: 'https://parks.example.edu/wrong' });
    await refused();
    gateway.load({ state: 'deprecated', sunset: 90, link: 'https://parks.example.edu/right' });
    await eventually(() => expect(receiver.received.at(-1)?.body).toContain('right'));
    const received = accept();
    await eventually(() => expect(gateway.audited).toHaveLength(1));
    expect(received()).toMatchObject([{ data: { link: 'https://parks.example.edu/right' } }]);
  });

  test('goes to the address that its application declares now, and nowhere if there is none', async () => {
    const gateway = open();
    const other = await openReceiver();
    opened.defer(async () => void (await other.close()));
    const both = { Walker: receiver.url, Sitter: receiver.url };
    const subscribed = ['Walker', 'Sitter'];
    gateway.load({ subscribed }, both);
    gateway.load({ subscribed, state: 'blocked' }, both);
    await refused(2);
    gateway.load({ subscribed, state: 'blocked' }, { Walker: other.url });
    await eventually(() => expect(gateway.audited).toHaveLength(2));
    const received = accept();
    expect(ended(gateway.audited)).toEqual(['notice_delivered', 'notice_dropped']);
    expect(other.received.map(({ body }) => body)).toEqual([expect.stringContaining('"Walker"')]);
    expect(received()).toEqual([]);
  });

  test('is dropped if its application does not subscribe any more, unless the version is retired', async () => {
    for (const [state, result] of [
      ['blocked', 'notice_dropped'],
      ['retired', 'notice_delivered'],
    ] as const) {
      const gateway = open();
      const before = receiver.received.length;
      answers[0] = { status: 503 };
      gateway.load({});
      gateway.load({ state });
      await refused(before + 1);
      gateway.load({ state, subscribed: [] });
      if (state === 'blocked') await eventually(() => expect(ended(gateway.audited)).toEqual([result]));
      accept();
      await eventually(() => expect(ended(gateway.audited)).toEqual([result]));
    }
  });

  test('is dropped, and not claimed, if it stops being true while the state store is away', async () => {
    const store = createMemoryStore(() => start);
    let isAway = true;
    const openStore = async () => {
      if (isAway) throw new StoreError('the state store is away');
      return { store };
    };
    const gateway = open({ openStore });
    gateway.load({});
    gateway.load({ state: 'blocked' });
    gateway.load({});
    const received = accept();
    await eventually(() => expect(ended(gateway.audited)).toEqual(['notice_dropped']));
    isAway = false;
    await eventually(() => expect(received().map(({ type }) => type)).toEqual(['api.published_again']));
    gateway.load({ state: 'blocked' });
    await eventually(() => expect(received()).toHaveLength(2));
  });
});
