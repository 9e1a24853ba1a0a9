// @module-tag full
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { callGatewright } from '../call-gatewright.ts';
import { temporaryFolder, type TemporaryFolder } from '../temporary-folder.ts';
import { withWordedApis, wordedApi } from './worded-apis.ts';

const baseline = 'gatewright-baseline.json';
const strict = ['lint', '--max-warnings', '0'];

async function filesOf(folder: TemporaryFolder): Promise<string> {
  return folder.read(baseline);
}

function toldOn(stderr: string): readonly string[] {
  return stderr.split('\n').slice(0, -1);
}

describe('gatewright lint --write-baseline', () => {
  test('takes all that is found in, and nothing is left to report', async () => {
    await using folder = await temporaryFolder(withWordedApis('Cat', 'Ant'));
    expect(await callGatewright(folder.path, [...strict, '--write-baseline'])).toEqual({
      code: 0,
      stdout: 'No problems found: 3 APIs, 1 application, 1 subscription, 1 tier, and 1 user in 9 files.\n',
      stderr: 'Wrote 2 findings to gatewright-baseline.json.\n2 findings are in the baseline.\n',
    });
    const { findings } = JSON.parse(await filesOf(folder));
    expect(findings.map(({ rule, file, pointer }: Record<string, string>) => [rule, file, pointer])).toEqual([
      ['api-name-no-api-word', 'apis/ant_api/v1/api.yaml', '/name'],
      ['api-name-no-api-word', 'apis/cat_api/v1/api.yaml', '/name'],
    ]);
  });

  test('lets later runs report what is new alone', async () => {
    await using folder = await temporaryFolder(withWordedApis('Cat'));
    await callGatewright(folder.path, ['lint', '--write-baseline']);
    for (const [file, text] of Object.entries(wordedApi('Ant'))) await folder.write(file, text);
    const { code, stdout, stderr } = await callGatewright(folder.path, strict);
    expect({ code, told: toldOn(stderr) }).toEqual({
      code: 1,
      told: ['1 finding is in the baseline.', 'That is more than the 0 warnings that --max-warnings allows.'],
    });
    expect(stdout.match(/^(error|warning|info) \S+ .*$/gm)).toEqual([
      'warning api-name-no-api-word The name AntApi contains the word API.',
    ]);
  });

  test('writes the same bytes again, and less once something is fixed', async () => {
    await using folder = await temporaryFolder(withWordedApis('Cat', 'Ant'));
    await callGatewright(folder.path, ['lint', '--write-baseline']);
    const before = await filesOf(folder);
    await callGatewright(folder.path, ['lint', '--write-baseline']);
    expect(await filesOf(folder)).toBe(before);
    await rm(join(folder.path, 'apis/ant_api'), { recursive: true });
    await callGatewright(folder.path, ['lint', '--write-baseline']);
    expect(await filesOf(folder)).toBe(before.replace(/ *\{[^\n]*ant_api[^\n]*\n/, ''));
  });

  test('leaves what no baseline can hold, and fails for it', async () => {
    const sources = withWordedApis('Cat');
    const api = sources['apis/dog_park/v1/api.yaml']!.replace('/dog_park', '/token');
    await using folder = await temporaryFolder({ ...sources, 'apis/dog_park/v1/api.yaml': api });
    const { code, stdout, stderr } = await callGatewright(folder.path, ['lint', '--write-baseline']);
    expect({ code, told: toldOn(stderr) }).toEqual({
      code: 1,
      told: ['Wrote 2 findings to gatewright-baseline.json.', '2 findings are in the baseline.'],
    });
    expect(stdout).toMatch(/^error api-context-reserved .*\n[^]*\n1 error\n$/);
  });

  test('writes nothing beside an error that hides what else there may be', async () => {
    const broken = { ...withWordedApis('Cat'), 'apis/dog_park/v1/openapi.yaml': 'openapi: [' };
    await using folder = await temporaryFolder(broken);
    const { code, stderr } = await callGatewright(folder.path, ['lint', '--write-baseline']);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'gatewright-baseline.json was not written, since errors may hide other findings.\n',
    });
    await expect(filesOf(folder)).rejects.toThrow('ENOENT');
  });

  test('does not write over what is not a baseline', async () => {
    await using folder = await temporaryFolder({
      ...withWordedApis('Cat'),
      [baseline]: '{"of": "another program"}\n',
    });
    const { code, stdout } = await callGatewright(folder.path, ['lint', '--write-baseline']);
    expect(code).toBe(1);
    expect(stdout).toContain('error baseline-damaged This is not a baseline of gatewright.');
    expect(await filesOf(folder)).toBe('{"of": "another program"}\n');
  });

  test.each([
    ['--prune', ['--prune']],
    ['--changed-since', ['--changed-since', 'main']],
  ])('does not go with %s', async (option, words) => {
    await using folder = await temporaryFolder();
    expect(await callGatewright(folder.path, ['lint', '--write-baseline', ...words])).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: --write-baseline and ${option} cannot be combined.\nhelp: --write-baseline already removes findings that no longer occur.\n`,
    });
  });
});

describe('gatewright lint --prune', () => {
  test('removes findings that no longer exist, which are reported until then', async () => {
    await using folder = await temporaryFolder(withWordedApis('Cat', 'Ant', 'Bee'));
    await callGatewright(folder.path, ['lint', '--write-baseline']);
    const before = await filesOf(folder);
    for (const name of ['ant', 'bee']) await rm(join(folder.path, `apis/${name}_api`), { recursive: true });
    expect(toldOn((await callGatewright(folder.path, strict)).stderr)).toEqual([
      '1 finding is in the baseline.',
      '2 findings of the baseline are no longer found; `gatewright lint --prune` removes them.',
    ]);
    expect(await filesOf(folder)).toBe(before);
    const { code, stderr } = await callGatewright(folder.path, [...strict, '--prune']);
    expect({ code, told: toldOn(stderr) }).toEqual({
      code: 0,
      told: ['Removed 2 findings from gatewright-baseline.json.', '1 finding is in the baseline.'],
    });
    expect(await filesOf(folder)).toBe(before.replace(/ *\{[^\n]*(ant|bee)_api[^\n]*\n/g, ''));
  });

  test('adds nothing new, and does not write a file that does not change', async () => {
    await using folder = await temporaryFolder(withWordedApis('Cat'));
    await callGatewright(folder.path, ['lint', '--write-baseline']);
    const before = await filesOf(folder);
    for (const [file, text] of Object.entries(wordedApi('Ant'))) await folder.write(file, text);
    const { code, stderr } = await callGatewright(folder.path, [...strict, '--prune']);
    expect({ code, told: toldOn(stderr) }).toEqual({
      code: 1,
      told: [
        'All findings in gatewright-baseline.json still occur.',
        '1 finding is in the baseline.',
        'That is more than the 0 warnings that --max-warnings allows.',
      ],
    });
    expect(await filesOf(folder)).toBe(before);
  });

  test('needs a baseline', async () => {
    await using folder = await temporaryFolder();
    expect(await callGatewright(folder.path, ['lint', '--prune'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: gatewright-baseline.json does not exist.\nhelp: Write one with --write-baseline.\n',
    });
  });
});

describe('what is suppressed', () => {
  const suppressed = (sources: Readonly<Record<string, string>>) => ({
    ...sources,
    'apis/cat_api/v1/api.yaml': sources['apis/cat_api/v1/api.yaml']!.replace(
      'CatApi',
      'CatApi # gatewright-ignore api-name-no-api-word: agreed',
    ),
  });

  test('is reported, in whatever format the report is', async () => {
    await using folder = await temporaryFolder(withWordedApis('Cat', 'Ant'));
    await callGatewright(folder.path, ['lint', '--write-baseline']);
    await folder.write(
      'apis/cat_api/v1/api.yaml',
      suppressed(withWordedApis('Cat'))['apis/cat_api/v1/api.yaml'],
    );
    const { stdout, stderr } = await callGatewright(folder.path, ['lint', '--format', 'json']);
    expect(JSON.parse(stdout).diagnostics).toEqual([]);
    expect(toldOn(stderr)).toEqual([
      '1 finding is in the baseline, and 1 finding is suppressed.',
      '1 finding of the baseline is no longer found; `gatewright lint --prune` removes it.',
    ]);
  });

  test('keeps nobody from compiling, though it is an error', async () => {
    const config = {
      'gateway.config.yaml': `${withWordedApis()['gateway.config.yaml']}lint: { rules: { api-name-no-api-word: error } }\n`,
    };
    await using folder = await temporaryFolder({ ...withWordedApis('Cat', 'Ant'), ...config });
    const compile = async () => (await callGatewright(folder.path, ['compile', '--out', 'table.json'])).code;
    expect(await compile()).toBe(1);
    await folder.write(
      'apis/cat_api/v1/api.yaml',
      suppressed(withWordedApis('Cat'))['apis/cat_api/v1/api.yaml'],
    );
    expect(await compile()).toBe(1);
    await callGatewright(folder.path, ['lint', '--write-baseline']);
    expect(await compile()).toBe(0);
  });
});
