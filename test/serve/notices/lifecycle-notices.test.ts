// @module-tag full
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { start, writeSources, type StartChanges } from '../running-gateway.ts';
import { certificates, isSigned, openReceiver } from './receivers-in-test.ts';
import { deriveWebhookKey, showWebhookKey } from '#serve/notices/webhook-signature.ts';

const deprecated = (sunset: string) => (text: string) =>
  text.replace(
    'state: published',
    `state: deprecated\ndeprecation: { since: 2026-01-01, sunset: ${sunset} }`,
  );

/** Sources whose application names a receiver of webhooks, and a gateway that signs them. */
async function writeWithWebhook({ secret = 'a-secret' }: { readonly secret?: string | undefined } = {}) {
  const receiver = await openReceiver();
  onTestFinished(async () => void (await receiver.close()));
  const { root, write } = await writeSources();
  await writeFile(join(root, 'ca.pem'), certificates.ca);
  await writeFile(join(root, 'webhook.secret'), secret);
  await write(
    'gateway.config.yaml',
    (text) =>
      `${text}notices: { webhooks: { secret: { fromFile: webhook.secret }, ca: { fromFile: ca.pem }, allowThisMachine: true } }\nstore: {}\n`,
  );
  await write('applications/dog_walker.yaml', (text) => `${text}notices: { webhook: '${receiver.url}' }\n`);
  await write('apis/dog_park/v1/subscriptions.yaml', (text) => `${text}since: 2025-01-01\n`);
  const change = (how: (text: string) => string) => write('apis/dog_park/v1/api.yaml', how);
  return { root, change, receiver };
}

type Notice = { readonly type: string; readonly data: Readonly<Record<string, string>> };

describe('a change of the lifecycle', () => {
  const run = (changes: StartChanges) => start({ plainHttp: true, ...changes });

  test('is sent once to the applications that subscribe, and is signed', async () => {
    const { root, change, receiver } = await writeWithWebhook();
    const gateway = await run({ root });
    await change(deprecated('2030-01-01'));
    await eventually(() => expect(receiver.received).toHaveLength(1));
    const [webhook] = receiver.received;
    const told = JSON.parse(webhook?.body ?? '{}') as Notice;
    expect(told).toMatchObject({
      type: 'api.deprecated',
      data: {
        application: 'DogWalker',
        api: 'DogPark/v1',
        state: 'deprecated',
        since: '2026-01-01T00:00:00.000Z',
        sunset: '2030-01-01T00:00:00.000Z',
      },
    });
    expect(told.data['page']).toMatch(/\/store\/apis\/dog_park\/v1$/);
    const key = showWebhookKey(deriveWebhookKey('a-secret', 'DogWalker'));
    expect(webhook && (await isSigned(webhook, key))).toBe(true);

    await change((text) => `# A comment changes nothing.\n${deprecated('2030-01-01')(text)}`);
    await gateway.sees('unchanged');
    await change(deprecated('2031-01-01'));
    await eventually(() => expect(receiver.received).toHaveLength(2));
    expect(JSON.parse(receiver.received[1]?.body ?? '{}')).toMatchObject({ type: 'api.sunset_changed' });
    await change((text) => text.replace('state: published', 'state: blocked'));
    await eventually(() => expect(receiver.received).toHaveLength(3));
    expect(JSON.parse(receiver.received[2]?.body ?? '{}')).toMatchObject({ type: 'api.blocked' });
  });

  test('is sent once by a gateway with several workers', async () => {
    const { root, change, receiver } = await writeWithWebhook();
    const gateway = await run({ root, workers: 2 });
    await change(deprecated('2030-01-01'));
    await gateway.sees('reloaded');
    await eventually(() => expect(receiver.received).toHaveLength(1));
    await change(deprecated('2031-01-01'));
    await eventually(() => expect(receiver.received).toHaveLength(2));
  });

  test('is sent once by two gateways with one token store', async () => {
    const { root, change, receiver } = await writeWithWebhook();
    const gateways = await Promise.all([run({ root }), run({ root })]);
    await change(deprecated('2030-01-01'));
    await Promise.all(gateways.map((gateway) => gateway.sees('reloaded')));
    await eventually(() => expect(receiver.received).toHaveLength(1));
    await change(deprecated('2031-01-01'));
    await Promise.all(gateways.map((gateway) => gateway.sees('reloaded', 2)));
    await eventually(() => expect(receiver.received).toHaveLength(2));
    const types = receiver.received.map(({ body }) => (JSON.parse(body) as Notice).type);
    expect(types).toEqual(['api.deprecated', 'api.sunset_changed']);
  });

  test('is also sent if it was made while the gateway was not running, and only then', async () => {
    const { root, change, receiver } = await writeWithWebhook();
    await runInVain();
    await runInVain();
    expect(receiver.received).toEqual([]);
    await change(deprecated('2030-01-01'));
    const gateway = await run({ root });
    await eventually(() => expect(receiver.received).toHaveLength(1));
    await gateway.close();
    await runInVain();
    expect(receiver.received).toHaveLength(1);

    /** Runs a gateway that sends nothing: what it had begun to send would be a warning when it stops. */
    async function runInVain() {
      const { events, close } = await run({ root });
      await close();
      expect(events.filter(({ type }) => type === 'warning')).toEqual([]);
    }
  });

  test('does not keep a gateway from starting, serving and reloading if nothing can be sent', async () => {
    const { root, change, receiver } = await writeWithWebhook({ secret: '' });
    await receiver.close();
    const gateway = await run({ root });
    await change(deprecated('2030-01-01'));
    await gateway.sees('reloaded');
    await gateway.close();
    await gateway.sees('warning');
    expect(gateway.events.filter(({ type }) => type === 'warning')).toEqual([
      {
        type: 'warning',
        message:
          'Some notices cannot be sent now: The secret file webhook.secret is empty. It is referenced at gateway.config.yaml:9:44.',
      },
      { type: 'warning', message: 'The gateway stops, and 1 notice is not sent.' },
    ]);
  });
});
