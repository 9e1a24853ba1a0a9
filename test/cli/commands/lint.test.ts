import { describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { callGatewright } from '../call-gatewright.ts';
import { runGatewright } from '../run-gatewright.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const api = cleanSources['apis/dog_park/v1/api.yaml'] ?? '';
const oneWarning = {
  ...cleanSources,
  'apis/dog_park/v1/api.yaml': api.replace('DogPark', 'DogParkApi').replace('/dog_park', '/dog_park_api'),
  'apis/dog_park/v1/subscriptions.yaml': (cleanSources['apis/dog_park/v1/subscriptions.yaml'] ?? '').replace(
    'DogPark',
    'DogParkApi',
  ),
};
const oneError = { ...cleanSources, 'apis/dog_park/v1/api.yaml': api.replace('/dog_park', '/dog/park') };
const clean = 'No problems found: 1 API, 1 application, 1 subscription, 1 tier, and 1 user in 7 files.\n';
const warning = `warning api-name-no-api-word The name DogParkApi contains the word API.
  apis/dog_park/v1/api.yaml:2:7
    1 | kind: Api
    2 | name: DogParkApi
      |       ^^^^^^^^^^
  help: Remove the word from the name.

To loosen a rule, such as api-name-no-api-word:
  everywhere: \`lint: { rules: { api-name-no-api-word: off } }\` in the configuration (or info, or warning)
  here: \`# gatewright-ignore api-name-no-api-word: REASON\` at the end of the line, or above it

1 warning
`;

describe.concurrent('gatewright lint', () => {
  test('says what it has checked where nothing is wrong', async () => {
    await using folder = await temporaryFolder();
    expect(await runGatewright(folder.path, ['lint'])).toEqual({ code: 0, stdout: clean, stderr: '' });
  });

  test('lets warnings pass', async () => {
    await using folder = await temporaryFolder(oneWarning);
    expect(await runGatewright(folder.path, ['lint'])).toEqual({ code: 0, stdout: warning, stderr: '' });
  });

  test('refuses more warnings than --max-warnings', async () => {
    await using folder = await temporaryFolder(oneWarning);
    expect(await callGatewright(folder.path, ['lint', '--max-warnings', '1'])).toMatchObject({ code: 0 });
    expect(await callGatewright(folder.path, ['lint', '--max-warnings', '0'])).toEqual({
      code: 1,
      stdout: warning,
      stderr: 'That is more than the 0 warnings that --max-warnings allows.\n',
    });
  });

  test('refuses errors, and names files as seen from the current folder', async () => {
    await using folder = await temporaryFolder(oneError);
    const { code, stdout, stderr } = await callGatewright(`${folder.path}/apis`, [
      'lint',
      '--config',
      '../gateway.config.yaml',
    ]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toMatch(/^error api-context-format .+\n {2}dog_park\/v1\/api\.yaml:3:10\n/);
  });

  test('prints JSON', async () => {
    await using folder = await temporaryFolder(oneError);
    const { code, stdout, stderr } = await callGatewright(folder.path, ['lint', '--format', 'json']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      format: 2,
      diagnostics: [
        {
          code: 'api-context-format',
          severity: 'error',
          at: {
            file: 'apis/dog_park/v1/api.yaml',
            line: 3,
            column: 10,
            endLine: 3,
            endColumn: 19,
            pointer: '/context',
          },
        },
      ],
    });
  });

  test('shows no secret, neither to people nor to programs', async () => {
    const url = 'https://user:hunter2@dogs.internal.example.edu';
    const secret = {
      ...cleanSources,
      'apis/dog_park/v1/api.yaml': api.replace('https://dogs.internal.example.edu', url),
    };
    await using folder = await temporaryFolder(secret);
    const results = [
      await callGatewright(folder.path, ['lint']),
      await callGatewright(folder.path, ['lint', '--format', 'json']),
    ];
    expect(results.map(({ code }) => code)).toEqual([1, 1]);
    expect(results.map(({ stdout, stderr }) => stdout + stderr).join('')).not.toContain('hunter2');
  });

  test('finds errors in a broken configuration', async () => {
    await using folder = await temporaryFolder({ 'gateway.config.yaml': 'kind: Gateway\nformat: [1\n' });
    const { code, stdout, stderr } = await callGatewright(folder.path, ['lint']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toMatch(/^error yaml-syntax .+\n {2}gateway\.config\.yaml:/);
  });
});
