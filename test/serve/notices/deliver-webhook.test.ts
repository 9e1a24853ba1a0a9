import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ForbiddenUpstreams } from '#compiled/settings/forbidden-upstreams.ts';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { deliverWebhook } from '#serve/notices/deliver-webhook.ts';
import { DeliveryError, type DeliveryContext } from '#serve/notices/delivery.ts';
import { NoticeQueue, type Progress } from '#serve/notices/notice-queue.ts';
import { eventually } from '../../eventually.ts';
import { exampleDelivery } from './example-delivery.ts';
import { certificates, isSigned, openReceiver } from './receivers-in-test.ts';
import { deriveWebhookKey, showWebhookKey } from '#serve/notices/webhook-signature.ts';

const others = await makeCertificates(['127.0.0.1'], Date.now());

const secrets: Readonly<Record<string, string>> = { SECRET: 'a-secret', CA: certificates.ca };

const context: DeliveryContext = {
  settings: { webhooks: { secret: { fromEnv: 'SECRET' }, ca: { fromEnv: 'CA' }, allowThisMachine: true } },
  sender: 'Park APIs',
  forbidden: new ForbiddenUpstreams(),
  resolveSecret: async ({ fromEnv = '' }) => {
    const secret = secrets[fromEnv];
    if (secret === undefined) throw new Error(`The environment variable ${fromEnv} is not set.`);
    return secret;
  },
  signal: new AbortController().signal,
};

describe('a webhook', () => {
  const opened = new Set<{ close: () => Promise<unknown> }>();
  const open = async (...options: Parameters<typeof openReceiver>) => {
    const receiver = await openReceiver(...options);
    opened.add(receiver);
    return receiver;
  };
  beforeEach(() => opened.clear());
  afterEach(() => Promise.all([...opened].map((one) => one.close())));

  const deliver = (url: string, changes: Partial<DeliveryContext> = {}) =>
    deliverWebhook({ ...exampleDelivery, channel: 'webhook', address: url }, { ...context, ...changes }).then(
      () => 'delivered',
      (error: unknown) => {
        if (!(error instanceof DeliveryError)) throw error;
        const { failure, isTemporary, message } = error;
        return { failure, isTemporary, message };
      },
    );

  test('is one signed POST of JSON', async () => {
    const { url, received } = await open();
    expect(await deliver(url)).toBe('delivered');
    expect(received).toHaveLength(1);
    const [webhook] = received;
    expect(webhook).toMatchObject({
      method: 'POST',
      url: '/hook',
      headers: { 'content-type': 'application/json', 'webhook-id': exampleDelivery.id },
    });
    const key = showWebhookKey(deriveWebhookKey('a-secret', exampleDelivery.application));
    expect(webhook && (await isSigned(webhook, key))).toBe(true);
    expect(Number(webhook?.headers['webhook-timestamp'])).toBeGreaterThan(1_600_000_000);
  });

  test('follows no redirect, also to the same host', async () => {
    const target = await open();
    const { url, received } = await open([{ status: 307, headers: { location: target.url } }]);
    expect(await deliver(url)).toMatchObject({ failure: 'refused', isTemporary: false });
    expect([received.length, target.received.length]).toEqual([1, 0]);
  });

  test.for([
    [404, true],
    [410, false],
    [429, true],
    [500, true],
    [503, true],
  ] as const)('that is answered with %s may be sent again: %s', async ([status, isTemporary]) => {
    const { url } = await open([{ status }]);
    expect(await deliver(url)).toMatchObject({ failure: 'refused', isTemporary });
  });

  test('is not sent to an address that the gateway must not call, by address or by name', async () => {
    const { url, received, port } = await open();
    const forbidden = new ForbiddenUpstreams(['127.0.0.0/8', '::1']);
    const refused = { failure: 'forbidden', isTemporary: false };
    expect(await deliver(url, { forbidden })).toMatchObject(refused);
    expect(await deliver(`https://localhost:${port}/hook`, { forbidden })).toMatchObject(refused);
    expect(await deliver(`https://[::ffff:127.0.0.1]:${port}/hook`, { forbidden })).toMatchObject(refused);
    expect(await deliver('https://169.254.169.254/latest')).toMatchObject(refused);
    expect(received).toEqual([]);
  });

  test('is not sent to the machine of the gateway unless the settings allow it', async () => {
    const { received, port } = await open();
    const settings = { webhooks: { secret: { fromEnv: 'SECRET' }, ca: { fromEnv: 'CA' } } };
    const own = Object.values(networkInterfaces()).flatMap((found) =>
      (found ?? []).map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address)),
    );
    const spelled = ['127.0.0.1', '127.1', '2130706433', 'localhost', '0.0.0.0', '[::]', '[::ffff:7f00:1]'];
    // An upstream may be at an address that nothing forbids, but a webhook may not.
    const forbidden = new ForbiddenUpstreams([]);
    for (const host of [...spelled, ...own])
      expect([host, await deliver(`https://${host}:${port}/hook`, { settings, forbidden })]).toMatchObject([
        host,
        { failure: 'forbidden', isTemporary: false },
      ]);
    expect(received).toEqual([]);
  });

  test('is not sent to a receiver whose certificate is not trusted', async () => {
    const { url, received } = await open();
    const settings = { webhooks: { secret: { fromEnv: 'SECRET' }, allowThisMachine: true } };
    expect(await deliver(url, { settings })).toMatchObject({ failure: 'unreachable', isTemporary: true });
    expect(received).toEqual([]);
  });

  test('is not sent without encryption', async () => {
    const { url, received } = await open([{ status: 200 }], true);
    expect(await deliver(url.replace('http:', 'https:'))).toMatchObject({ failure: 'unreachable' });
    expect(received).toEqual([]);
  });

  test('is sent again to a receiver that does not answer in time, and says that it was the time', async () => {
    const { url } = await open('silent');
    expect(await deliver(url, { answerMs: 300 })).toEqual({
      failure: 'unreachable',
      isTemporary: true,
      message: 'its receiver cannot be reached (no answer in time)',
    });
  });

  test('trusts no other authority than that of its time', async () => {
    const { url, received } = await open();
    expect(await deliver(url)).toBe('delivered');
    expect(await deliver(url)).toBe('delivered');
    const settings = {
      webhooks: { secret: { fromEnv: 'SECRET' }, ca: { fromEnv: 'OTHER' }, allowThisMachine: true },
    };
    const resolveSecret = async ({ fromEnv = '' }) =>
      fromEnv === 'OTHER' ? others.ca : (secrets[fromEnv] ?? '');
    expect(await deliver(url, { settings, resolveSecret })).toMatchObject({ failure: 'unreachable' });
    expect(received).toHaveLength(2);
  });

  test('names the secret that cannot be read, and no secret', async () => {
    const { url } = await open();
    const settings = { webhooks: { secret: { fromEnv: 'MISSING' } } };
    expect(await deliver(url, { settings })).toEqual({
      failure: 'unconfigured',
      isTemporary: true,
      message: 'The environment variable MISSING is not set.',
    });
    expect(await deliver(url, { settings: {} })).toMatchObject({
      failure: 'unconfigured',
      isTemporary: false,
    });
  });

  test('is sent again with the same identifier, until it is accepted', async () => {
    const { url, received } = await open([{ status: 500 }, { status: 503 }, { status: 200 }]);
    const warnings: string[] = [];
    const queue = openQueue([1, 1, 1], warnings);
    const progress: Progress[] = [];
    queue.add({ ...exampleDelivery, channel: 'webhook', address: url }, (one) => progress.push(one));
    await eventually(() => expect(progress.at(-1)?.state).toBe('delivered'));
    expect(progress).toEqual([
      { state: 'waiting', attempts: 1, failure: 'refused' },
      { state: 'waiting', attempts: 2, failure: 'refused' },
      { state: 'delivered', attempts: 3 },
    ]);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(warnings).toEqual([]);
  });

  test('is given up after the last attempt, which the operator learns', async () => {
    const { url, received } = await open([{ status: 500 }]);
    const warnings: string[] = [];
    const queue = openQueue([1, 1], warnings);
    const progress: Progress[] = [];
    queue.add({ ...exampleDelivery, channel: 'webhook', address: url }, (one) => progress.push(one));
    await eventually(() =>
      expect(progress.at(-1)).toEqual({ state: 'failed', attempts: 3, failure: 'refused' }),
    );
    expect(received).toHaveLength(3);
    expect(warnings).toEqual([
      'A notice for the application DogWalker to its webhook was not delivered after 3 attempts: its receiver answered with the status 500.',
    ]);
  });

  test('that waits is lost when the gateway stops, which the operator learns', async () => {
    const { url } = await open([{ status: 500 }]);
    const warnings: string[] = [];
    const queue = openQueue([1_000_000], warnings);
    const progress: Progress[] = [];
    queue.add({ ...exampleDelivery, channel: 'webhook', address: url }, (one) => progress.push(one));
    await eventually(() => expect(progress).toHaveLength(1));
    queue.close();
    expect(warnings).toEqual(['The gateway stops, and 1 notice is not sent.']);
    queue.add({ ...exampleDelivery, channel: 'webhook', address: url }, (one) => progress.push(one));
    expect(progress.at(-1)).toEqual({ state: 'failed', attempts: 0, failure: 'overloaded' });
  });

  function openQueue(delays: readonly number[], warnings: string[]) {
    return new NoticeQueue({
      deliver: (delivery, signal) => deliverWebhook(delivery, { ...context, signal }),
      warn: (message) => warnings.push(message),
      delays,
    });
  }
});

test('a queue takes a limited number of notices, and warns of all others at once', () => {
  const queue = new NoticeQueue({
    deliver: () => new Promise(() => undefined),
    warn: (message) => warnings.push(message),
    delays: [],
  });
  const warnings: string[] = [];
  const states: string[] = [];
  for (let count = 0; count < 10_010; count++)
    queue.add({ ...exampleDelivery, channel: 'email', address: 'a@example.edu' }, ({ state }) =>
      states.push(state),
    );
  expect(states).toEqual(['failed', 'failed']);
  expect(warnings).toEqual([]);
  queue.close();
  expect(warnings).toEqual([
    '2 notices were not sent, since 10000 others are waiting to be sent.',
    'The gateway stops, and 10008 notices are not sent.',
  ]);
});
