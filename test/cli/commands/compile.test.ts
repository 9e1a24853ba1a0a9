import { chmod, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTable } from '#compiled/table.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { callGatewright } from '../call-gatewright.ts';
import { runGatewright } from '../run-gatewright.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const contents = '1 API, 1 application, 1 subscription, 1 tier, and 1 user';

describe.concurrent('gatewright compile', () => {
  test('writes the table to a file, and what it is to standard error', async () => {
    await using folder = await temporaryFolder();
    const { code, stdout, stderr } = await runGatewright(folder.path, ['compile', '--out', 'table.json']);
    const { digest } = readTable(await folder.read('table.json'));
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: '',
      stderr: `Compiled ${contents} for production to table.json.\n${digest}\n`,
    });
  });

  test('writes the same bytes to standard output', async () => {
    await using folder = await temporaryFolder();
    await callGatewright(folder.path, ['compile', '--out', 'table.json']);
    const { code, stdout } = await callGatewright(folder.path, ['compile']);
    expect(code).toBe(0);
    expect(stdout).toBe(await folder.read('table.json'));
  });

  test('compiles the deployment that is named', async () => {
    await using folder = await temporaryFolder();
    const { stdout } = await callGatewright(folder.path, ['compile', '--deployment', 'qa']);
    expect(readTable(stdout).manifest.gateway.gatewayUrl).toBe('https://gateway-qa.example.edu');
  });

  test('keeps the mode of a file that it writes over', async () => {
    await using folder = await temporaryFolder({ ...cleanSources, 'table.json': 'old' });
    await chmod(join(folder.path, 'table.json'), 0o660);
    await callGatewright(folder.path, ['compile', '--out', 'table.json']);
    expect((await stat(join(folder.path, 'table.json'))).mode & 0o777).toBe(0o660);
  });

  test('writes nothing where there are errors', async () => {
    const broken = { ...cleanSources, 'tiers.yaml': 'kind: Tier\nname: Gold\n' };
    await using folder = await temporaryFolder(broken);
    const { code, stdout, stderr } = await callGatewright(folder.path, ['compile', '--out', 'table.json']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(
      'error invalid-value `name` does not have the required form.\n  tiers.yaml:2:7\n',
    );
    await expect(folder.read('table.json')).rejects.toThrow('ENOENT');
  });

  test.each([
    ['folder', 'folder cannot be written: it is a folder.'],
    ['missing/table.json', 'missing/table.json cannot be written: its folder does not exist.'],
    ['tiers.yaml/table.json', 'tiers.yaml/table.json cannot be written: a file has the name of its folder.'],
  ])('says why it cannot write to %s', async (out, message) => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, 'folder'));
    const result = await callGatewright(folder.path, ['compile', '--out', out]);
    expect(result).toEqual({ code: 2, stdout: '', stderr: `error: ${message}\n` });
  });
});
