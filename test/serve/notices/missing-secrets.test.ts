import { expect, test } from 'vitest';
import type { NoticeSettings } from '#compiled/settings/notice-settings.ts';
import { createSecretResolver } from '#platform/keys/secret-resolver.ts';
import { openSecretCheck } from '#serve/notices/missing-secrets.ts';
import { certificates } from './receivers-in-test.ts';

const settings: NoticeSettings = {
  smtp: {
    host: 'mail.example.edu',
    port: 587,
    tls: 'starttls',
    from: 'apis@example.edu',
    user: 'gateway',
    password: { fromEnv: 'PASSWORD' },
    ca: { fromFile: 'nowhere/ca.pem' },
  },
  webhooks: { secret: { fromEnv: 'SECRET' }, ca: { fromFile: 'nowhere/ca.pem' } },
};
const noFile =
  'The secret file nowhere/ca.pem cannot be read (the file does not exist): fix it, or name another file in the declarations.';

function open(environment: Record<string, string>) {
  const warnings: string[] = [];
  const resolve = createSecretResolver('/', environment);
  const check = openSecretCheck({ resolveSecret: resolve, warn: (message) => warnings.push(message) });
  return { warnings, check };
}

test('what notices need and cannot be read is one warning, which names all of it and no secret', async () => {
  const { warnings, check } = open({ SECRET: 'very-secret' });
  await check(settings);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(/^Some notices cannot be sent now: The environment variable PASSWORD, /);
  expect(warnings[0]).toContain(noFile);
  expect(warnings[0]?.split('nowhere/ca.pem')).toHaveLength(2);
  expect(warnings[0]).not.toMatch(/very-secret|SECRET/);
});

test('the same is not said again at each table, but again if it was readable in between', async () => {
  const environment: Record<string, string> = { CA: certificates.ca };
  const { warnings, check } = open(environment);
  const webhooks = { secret: { fromEnv: 'SECRET' }, ca: { fromEnv: 'CA' } };
  await check({ webhooks });
  await check({ webhooks });
  expect(warnings).toHaveLength(1);
  environment['SECRET'] = 'a-secret';
  await check({ webhooks });
  expect(warnings).toHaveLength(1);
  delete environment['SECRET'];
  await check({ webhooks });
  expect(warnings).toHaveLength(2);
});

test('settings without notices need nothing', async () => {
  const { warnings, check } = open({});
  await check(undefined);
  await check({ smtp: { host: 'a', port: 25, tls: 'starttls', from: 'a@example.edu' } });
  expect(warnings).toEqual([]);
});
