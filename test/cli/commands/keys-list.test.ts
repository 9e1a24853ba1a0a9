import { expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { makeSigningKey } from '#platform/keys/own-secret-file.ts';
import { readSigningKey } from '#runtime/token/key-ring.ts';
import { callGatewright } from '../call-gatewright.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const config = cleanSources['gateway.config.yaml'] ?? '';
const signingKeys = `token:
  signingKeys:
    - key: { fromFile: keys/new.pem }
    - { key: { fromEnv: OLD_KEY }, use: verify }
    - { key: { fromFile: keys/gone.pem }, use: verify }
    - { key: { fromFile: keys/wrong.pem }, use: verify }
`;

test('shows the key sets, and the signing keys as far as they can be read', async () => {
  const [pem, old] = [makeSigningKey(), makeSigningKey()];
  const [{ keyId }, { keyId: oldId }] = [
    await readSigningKey(pem, 'sign'),
    await readSigningKey(old, 'sign'),
  ];
  await using folder = await temporaryFolder({
    ...cleanSources,
    'gateway.config.yaml': config + signingKeys,
    'keys/new.pem': pem,
    'keys/wrong.pem': 'no key\n',
  });
  const env = { OLD_KEY: old };
  const { code, stdout } = await callGatewright(folder.path, ['keys', 'list', '--format', 'json'], env);
  expect({ code, listed: JSON.parse(stdout) as unknown }).toEqual({
    code: 0,
    listed: {
      keySets: [
        {
          application: 'DogWalker',
          keySet: 'production',
          consumerKey: 'dogwalker-production',
          secrets: 1,
          file: 'applications/dog_walker.yaml',
        },
      ],
      signingKeys: [
        { keyId, use: 'sign', key: { fromFile: 'keys/new.pem' } },
        { keyId: oldId, use: 'verify', key: { fromEnv: 'OLD_KEY' } },
        {
          use: 'verify',
          key: { fromFile: 'keys/gone.pem' },
          problem:
            'The secret file keys/gone.pem cannot be read (the file does not exist): fix it, or name another file in the declarations.',
        },
        {
          use: 'verify',
          key: { fromFile: 'keys/wrong.pem' },
          problem: 'It cannot be used: it does not contain a key in PEM.',
        },
      ],
    },
  });
  const table = await callGatewright(folder.path, ['keys', 'list'], env);
  expect(table.stdout.split('\n').slice(0, 9)).toEqual([
    'Consumer keys',
    '  Application  Key set     Consumer key          Secrets  File',
    '  DogWalker    production  dogwalker-production  1        applications/dog_walker.yaml',
    '',
    'Signing keys',
    expect.stringMatching(/^ {2}Key +Use +From$/),
    expect.stringMatching(new RegExp(`^  ${keyId}  sign +keys/new\\.pem$`)),
    expect.stringMatching(new RegExp(`^  ${oldId}  verify +\\$OLD_KEY$`)),
    expect.stringMatching(/^ {2}- +verify +keys\/gone\.pem \(The/),
  ]);
});

test("shows the gateway's own key, which its first run makes", async () => {
  await using folder = await temporaryFolder();
  const own = { use: 'sign', key: { fromFile: '.gatewright/signing-key.pem' } };
  const list = async () => {
    const { stdout } = await callGatewright(folder.path, ['keys', 'list', '--format', 'json']);
    return (JSON.parse(stdout) as { signingKeys: unknown }).signingKeys;
  };
  expect(await list()).toEqual([{ ...own, problem: 'The gateway generates it on its first run.' }]);
  const pem = makeSigningKey();
  await folder.write('.gatewright/signing-key.pem', pem);
  expect(await list()).toEqual([{ keyId: (await readSigningKey(pem, 'sign')).keyId, ...own }]);
});
