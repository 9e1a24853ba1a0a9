import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runGatewright } from '../run-gatewright.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const files = [
  'gateway.config.yaml',
  'apis/room_booking/v1/api.yaml',
  'apis/room_booking/v1/openapi.yaml',
  'apis/room_booking/v1/subscriptions.yaml',
  'applications/timetable_sync.yaml',
  'tiers.yaml',
  'README.md',
  '.gitignore',
  'schemas/gateway.schema.json',
  'schemas/api.schema.json',
  'schemas/application.schema.json',
  'schemas/subscription.schema.json',
  'schemas/tier.schema.json',
  'schemas/user.schema.json',
  'schemas/identity-provider.schema.json',
  'schemas/ignore.schema.json',
  'schemas/approvals.schema.json',
];
const next = '`gatewright lint` and `gatewright run`; README.md tells how to call the example.\n';

describe.concurrent('gatewright init', () => {
  test('writes a repository that lint is content with at every severity', async () => {
    await using folder = await temporaryFolder({});
    expect(await runGatewright(folder.path, ['init'])).toEqual({
      code: 0,
      stdout: files.map((file) => `created ${file}\n`).join(''),
      stderr: `Next: ${next}`,
    });
    expect(await runGatewright(folder.path, ['lint', '--deployment', 'production'])).toEqual({
      code: 0,
      stdout: 'Nothing to complain about: 1 API, 1 application, 1 subscription, and 2 tiers in 6 files.\n',
      stderr: '',
    });
  });

  test('points editors to schemas that are there', async () => {
    await using folder = await temporaryFolder({});
    await runGatewright(folder.path, ['init']);
    for (const file of files.filter((path) => path.endsWith('.yaml') && !path.endsWith('openapi.yaml'))) {
      const schemas = [...(await folder.read(file)).matchAll(/^# yaml-language-server: \$schema=(.+)$/gm)];
      expect(schemas.length).toBeGreaterThan(0);
      for (const [, schema = ''] of schemas) await folder.read(join(file, '..', schema));
    }
  });

  test('adds what is missing and keeps the rest', async () => {
    const own = { 'new/gateway.config.yaml': 'mine\n', 'new/.gitignore': '' };
    await using folder = await temporaryFolder(own);
    const { stdout, stderr } = await runGatewright(folder.path, ['init', 'new']);
    const word = (file: string) => (`new/${file}` in own ? 'kept   ' : 'created');
    expect(stdout).toBe(files.map((file) => `${word(file)} new/${file}\n`).join(''));
    expect(stderr).toBe(`Next: cd new, then ${next}`);
    expect(await folder.read('new/gateway.config.yaml')).toBe('mine\n');
    expect(await folder.read('new/.gitignore')).toBe('');
  });

  test('says why it cannot write', async () => {
    await using folder = await temporaryFolder({ file: '' });
    expect(await runGatewright(folder.path, ['init', 'file'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: file/gateway.config.yaml cannot be written: a file stands where its folder would.\n',
    });
    expect(await readdir(folder.path)).toEqual(['file']);
  });
});
