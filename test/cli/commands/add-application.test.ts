import { describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { callGatewright } from '../call-gatewright.ts';
import { runGatewright } from '../run-gatewright.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const add = ['add', 'application'];
const next = `Next: \`gatewright keys generate --application KennelSync\` makes its keys,
and \`gatewright add subscription --application KennelSync --api DogPark/v1 --tier gold\` subscribes it to an API.
`;

describe.concurrent('gatewright add application', () => {
  test('writes a declaration that lint is content with', async () => {
    await using folder = await temporaryFolder();
    const words = [...add, 'KennelSync', '--type', 'service', '--owner', 'ops@example.edu'];
    expect(await runGatewright(folder.path, words)).toEqual({
      code: 0,
      stdout: 'created applications/kennel_sync.yaml\n',
      stderr: next,
    });
    expect(await folder.read('applications/kennel_sync.yaml')).toBe(
      'kind: Application\nname: KennelSync\ntype: service\nowner: ops@example.edu\ngrants:\n  - client_credentials\n',
    );
    expect(await callGatewright(folder.path, ['lint', '--max-warnings', '0'])).toMatchObject({ code: 0 });
  });

  test('gives a native application the grants that it needs, and no others', async () => {
    await using folder = await temporaryFolder();
    const words = [...add, 'DogDesk', '--type', 'native', '--owner', 'ops@example.edu'];
    const callback = ['--callback', 'http://127.0.0.1/cb'];
    expect(await callGatewright(folder.path, [...words, ...callback])).toMatchObject({ code: 0 });
    expect(await folder.read('applications/dog_desk.yaml')).toBe(
      'kind: Application\nname: DogDesk\ntype: native\nowner: ops@example.edu\ncallbackUrls:\n  - http://127.0.0.1/cb\ngrants:\n  - authorization_code\n  - refresh_token\n',
    );
    expect(await callGatewright(folder.path, ['lint', '--max-warnings', '0'])).toMatchObject({ code: 0 });
  });

  test('takes grants and callback URLs, and points to the schemas that init has put there', async () => {
    await using folder = await temporaryFolder({ ...cleanSources, 'schemas/application.schema.json': '{}' });
    const options = [
      '--grant',
      'authorization_code',
      '--grant',
      'refresh_token',
      '--callback',
      'https://a.example.edu/cb',
    ];
    const words = [...add, 'CampusPortal', '--type', 'web', '--owner', 'portal-team', ...options];
    expect(await callGatewright(folder.path, words)).toMatchObject({ code: 0 });
    expect(await folder.read('applications/campus_portal.yaml')).toBe(`\
# yaml-language-server: $schema=../schemas/application.schema.json
kind: Application
name: CampusPortal
type: web
owner: portal-team
callbackUrls:
  - https://a.example.edu/cb
grants:
  - authorization_code
  - refresh_token
`);
  });

  test('asks for the callback URL that a grant type needs', async () => {
    await using folder = await temporaryFolder();
    const words = [...add, 'Portal', '--type', 'web', '--owner', 'x', '--grant', 'authorization_code'];
    const { code, stdout, stderr } = await callGatewright(folder.path, words);
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: The grant type authorization_code needs a callback URL.\nhelp: Name where browsers return after a login: --callback URL.\n',
    });
    await expect(folder.read('applications/portal.yaml')).rejects.toThrow('ENOENT');
  });

  test.each([
    [['DogWalker', '--type', 'web'], 'The application DogWalker already exists.', 'Choose another name.'],
    [['Taken', '--type', 'service'], 'applications/taken.yaml exists already.', undefined],
    [['Other', '--type', 'servise'], 'Unknown application type: "servise".', 'Did you mean `service`?'],
    [
      ['../Other', '--type', 'service'],
      '"../Other" is not a valid application name.',
      'Use letters, digits, hyphens and underscores, with a letter or a digit in front.',
    ],
  ])('refuses %j', async (options, message, help) => {
    await using folder = await temporaryFolder({
      ...cleanSources,
      'applications/taken.yaml': cleanSources['tiers.yaml'] ?? '',
    });
    expect(await callGatewright(folder.path, [...add, ...options, '--owner', 'x'])).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: ${message}\n${help === undefined ? '' : `help: ${help}\n`}`,
    });
  });

  test('refuses to write where the sources do not reach', async () => {
    const config = cleanSources['gateway.config.yaml'] ?? '';
    await using folder = await temporaryFolder({
      ...cleanSources,
      'gateway.config.yaml': `${config}sources: [apis/**/*.yaml]\n`,
    });
    expect(await callGatewright(folder.path, [...add, 'Other', '--type', 'service', '--owner', 'x'])).toEqual(
      {
        code: 2,
        stdout: '',
        stderr:
          'error: applications/other.yaml would not be loaded: it is not in the sources.\n' +
          'help: Add a glob that matches it to `sources` in gateway.config.yaml.\n',
      },
    );
  });
});
