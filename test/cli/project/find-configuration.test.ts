import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { callGatewright } from '../call-gatewright.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const clean = 'No problems found: 1 API, 1 application, 1 subscription, 1 tier, and 1 user in 7 files.\n';

describe.concurrent('the configuration of a sub-folder', () => {
  test('is the one above it in the same repository, which is reported', async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, '.git'));
    expect(await callGatewright(join(folder.path, 'apis'), ['lint'])).toEqual({
      code: 0,
      stdout: clean,
      stderr: 'The configuration is ../gateway.config.yaml.\n',
    });
  });

  test('is the nearest one', async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, '.git'));
    await mkdir(join(folder.path, 'second/below'), { recursive: true });
    for (const [file, text] of Object.entries(cleanSources)) await folder.write(`second/${file}`, text);
    const { stderr } = await callGatewright(join(folder.path, 'second/below'), ['users', 'list']);
    expect(stderr).toBe('The configuration is ../gateway.config.yaml.\n');
  });

  test('is reported once by a command that also looks for the state folder', async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, '.git'));
    const { code, stderr } = await callGatewright(join(folder.path, 'apis'), ['keys', 'list']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'The configuration is ../gateway.config.yaml.\n' });
  });

  test.each([
    ['outside of a repository', '.'],
    ['above the root of its repository', 'apis/.git'],
  ])('is not one %s', async (_where, repository) => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, repository), { recursive: true });
    expect(await callGatewright(join(folder.path, 'apis'), ['lint'])).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: The configuration gateway.config.yaml does not exist.\n' +
        'help: Write one with `gatewright init`, or name one with --config FILE.\n',
    });
  });

  // Only the administrator can give a file to another user.
  const skip = process.getuid?.() !== 0;
  test.skipIf(skip).each(['gateway.config.yaml', '.'])(
    'is not used if another user owns %s',
    async (owned) => {
      await using folder = await temporaryFolder();
      await mkdir(join(folder.path, '.git'));
      await chown(join(folder.path, owned), 65_534, 65_534);
      const below = join(folder.path, 'apis');
      expect(await callGatewright(below, ['lint'])).toEqual({
        code: 2,
        stdout: '',
        stderr:
          'error: The configuration ../gateway.config.yaml belongs to another user.\n' +
          'help: If you trust it, name it: --config ../gateway.config.yaml.\n',
      });
      const named = await callGatewright(below, ['lint', '--config', '../gateway.config.yaml']);
      expect(named).toEqual({ code: 0, stdout: clean, stderr: '' });
      await folder.write('apis/openapi.json', '{}');
      const { stderr } = await callGatewright(below, ['lint', 'openapi.json']);
      expect(stderr).toContain('Checked openapi.json alone, without a configuration: ');
    },
  );

  test.skipIf(skip)('is used if its owner also owns the current folder', async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, '.git'));
    for (const owned of ['.', 'gateway.config.yaml', 'apis'])
      await chown(join(folder.path, owned), 65_534, 65_534);
    expect(await callGatewright(join(folder.path, 'apis'), ['lint'])).toMatchObject({
      code: 0,
      stdout: clean,
    });
  });

  test('is the one that --config names', async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, '.git'));
    const words = ['lint', '--config', '../gateway.config.yaml'];
    expect(await callGatewright(join(folder.path, 'apis'), words)).toEqual({
      code: 0,
      stdout: clean,
      stderr: '',
    });
  });
});
