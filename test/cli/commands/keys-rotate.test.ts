import { spawnSync } from 'node:child_process';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { digestOf } from '#compiled/digest.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { makeSigningKey } from '#platform/keys/own-secret-file.ts';
import { readSigningKey } from '#runtime/token/key-ring.ts';
import { callGatewright } from '../call-gatewright.ts';
import { eventually } from '../../eventually.ts';
import { full } from '../../full-run.ts';
import { mountSmallDisk } from '../../platform/small-disk.ts';
import { temporaryFolder, type TemporaryFolder } from '../temporary-folder.ts';

const file = 'applications/dog_walker.yaml';
const application = cleanSources[file] ?? '';
const config = cleanSources['gateway.config.yaml'] ?? '';

const rotate = (folder: TemporaryFolder, ...options: readonly string[]) =>
  callGatewright(folder.path, ['keys', 'rotate', ...options]);
const ofDogWalker = ['--application', 'DogWalker'] as const;

describe('gatewright keys rotate --application', () => {
  test('makes a further secret as keys generate does, and then leaves the newest alone', async () => {
    await using folder = await temporaryFolder();
    const made = await rotate(folder, ...ofDogWalker);
    const secret = /^CONSUMER_SECRET=(.+)$/m.exec(made.stdout)?.[1] ?? '';
    expect({ code: made.code, after: await folder.read(file) }).toEqual({
      code: 0,
      after: application.replace("0']", `0', ${digestOf(secret)}]`),
    });
    expect(await rotate(folder, ...ofDogWalker, '--retire')).toEqual({
      code: 0,
      stdout: `changed ${file}\n`,
      stderr:
        'The production keys of DogWalker have only the newest secret left; the gateway refuses the others when it has loaded this change.\n',
    });
    expect(await folder.read(file)).toBe(application.replace(/\['sha256:0+'\]/, `[${digestOf(secret)}]`));
    expect(await rotate(folder, ...ofDogWalker, '--retire')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'The production keys of DogWalker have one secret, so there is nothing to retire.\n',
    });
  });

  test('keeps comments and layout where digests have lines of their own', async () => {
    const digests = ['a', 'b', 'c'].map((text) => digestOf(text));
    const [head] = application.split('secretDigests:');
    const lines = `secretDigests:\r\n      # the oldest first\r\n      - ${digests[0]} # May\r\n      - ${digests[1]}\r\n\r\n      - ${digests[2]} # June\r\n`;
    await using folder = await temporaryFolder({ ...cleanSources, [file]: head + lines });
    expect(await rotate(folder, ...ofDogWalker, '--retire')).toMatchObject({ code: 0 });
    expect(await folder.read(file)).toBe(
      `${head}secretDigests:\r\n      # the oldest first\r\n\r\n      - ${digests[2]} # June\r\n`,
    );
  });

  test.each([
    ['DogWalker', 'The sandbox keys of DogWalker have no secret yet.', ['--sandbox'], application],
    [
      'DogWalker',
      'DogWalker is a single-page application, which has no secret to replace.',
      ['--retire'],
      application.replace('type: web', 'type: single-page'),
    ],
    ['DogWaker', 'Unknown application "DogWaker".', [], application],
  ])('refuses for %s: %s', async (name, message, options, text) => {
    await using folder = await temporaryFolder({ ...cleanSources, [file]: text });
    const { code, stdout, stderr } = await rotate(folder, '--application', name, ...options);
    expect({ code, stdout, said: stderr.split('\n')[0] }).toEqual({
      code: 2,
      stdout: '',
      said: `error: ${message}`,
    });
    expect(await folder.read(file)).toBe(text);
  });
});

/** A folder whose gateway has signed with a key that it generated. */
async function folderWithOwnKey(configText = config) {
  const pem = makeSigningKey();
  const folder = await temporaryFolder({
    ...cleanSources,
    'gateway.config.yaml': configText,
    '.gatewright/signing-key.pem': pem,
  });
  return { folder, pem };
}

const rotateKey = (folder: TemporaryFolder, ...options: readonly string[]) =>
  rotate(folder, '--signing-key', ...options);
const readConfig = (folder: TemporaryFolder) => folder.read('gateway.config.yaml');

describe('gatewright keys rotate --signing-key', () => {
  test('takes three steps, and keeps all else of the configuration', full, async () => {
    const text = `# ours\n${config}token: { lifetimeSeconds: 600 } # ten minutes\n`;
    const { folder } = await folderWithOwnKey(text);
    await using _ = folder;
    const first = await rotateKey(folder);
    const [keyFile = ''] = await readdir(join(folder.path, '.gatewright/keys'));
    const path = `.gatewright/keys/${keyFile}`;
    const { keyId } = await readSigningKey(await folder.read(path), 'sign');
    expect(first).toEqual({
      code: 0,
      stdout: `created ${path}\nchanged gateway.config.yaml\n`,
      stderr:
        `The new key ${keyId} is now accepted for verification; the previous key still signs.\n` +
        'Next, in this order, since each gateway must know the key before any of them signs with it:\n' +
        `  1. Copy ${path} to the same path in the folder that each gateway reads secrets from, readable by its user only: it is not in git. That is the folder of its configuration, or what \`gatewright run --secrets-dir\` names.\n` +
        '  2. Commit gateway.config.yaml, and wait until every gateway has loaded it.\n' +
        '  3. Run `gatewright keys rotate --signing-key` again: the new key then signs.\n',
    });
    expect(keyFile).toBe(`${keyId}.pem`);
    expect((await stat(join(folder.path, path))).mode & 0o777).toBe(0o600);
    const declared = (old: string, next: string) =>
      text.replace(
        '600 }',
        `600, signingKeys: [ { key: { fromFile: .gatewright/signing-key.pem }, use: ${old} }, { key: { fromFile: ${path} }, use: ${next} } ] }`,
      );
    expect(await readConfig(folder)).toBe(declared('sign', 'verify'));

    expect(await rotateKey(folder)).toMatchObject({ code: 0, stdout: 'changed gateway.config.yaml\n' });
    expect(await readConfig(folder)).toBe(declared('verify', 'sign'));

    const third = await rotateKey(folder);
    expect(third).toEqual({
      code: 0,
      stdout: 'changed gateway.config.yaml\n',
      stderr:
        'warning: Tokens signed with .gatewright/signing-key.pem are refused when a gateway has loaded this, and a gateway that runs on this folder has already loaded it: commit it at the earliest 10 minutes after every gateway has signed with the next key.\n' +
        'Then delete the retired keys wherever they are stored.\n',
    });
    expect(await readConfig(folder)).toBe(
      text.replace('600 }', `600, signingKeys: [ { key: { fromFile: ${path} }, use: sign } ] }`),
    );
    expect(await callGatewright(folder.path, ['lint'])).toMatchObject({ code: 0 });
  });

  test('keeps what is written about keys on lines of their own', async () => {
    const keys = `${config}token:\n  signingKeys:\n    # since May\n    - key: { fromEnv: MAY } # ours\n    # for June\n    - key:\n        fromEnv: JUNE\n      use: verify # at first\n`;
    await using folder = await temporaryFolder({ ...cleanSources, 'gateway.config.yaml': keys });
    expect(await rotateKey(folder)).toMatchObject({ code: 0 });
    const promoted = keys
      .replace('verify', 'sign')
      .replace('MAY } # ours\n', 'MAY } # ours\n      use: verify\n');
    expect(await readConfig(folder)).toBe(promoted);
    expect(await rotateKey(folder, '--retire')).toMatchObject({ code: 0 });
    expect(await readConfig(folder)).toBe(
      promoted.replace('    - key: { fromEnv: MAY } # ours\n      use: verify\n', ''),
    );
  });

  test('prints a key that a variable is to hold, and writes it nowhere', async () => {
    const { folder } = await folderWithOwnKey();
    await using _ = folder;
    const { code, stdout } = await rotateKey(folder, '--env', 'NEW_KEY');
    const pem = stdout.replace('changed gateway.config.yaml\n', '');
    expect({ code, key: (await readSigningKey(pem, 'sign')).keyId }).toEqual({
      code: 0,
      key: expect.any(String),
    });
    expect(await readConfig(folder)).toContain('fromEnv: NEW_KEY');
    expect(await readdir(join(folder.path, '.gatewright'))).toEqual(['signing-key.pem']);
  });

  test.each([
    [[], 'The key .gatewright/signing-key.pem, which the gateway signs with, does not exist.'],
    [['--retire'], 'gateway.config.yaml declares no signing key to retire.'],
    [['--env', 'A B'], '"A B" is not the name of an environment variable.'],
    [['--sandbox'], 'The signing key is the same for production and sandbox.'],
    [[...ofDogWalker], 'gatewright keys rotate takes either --application NAME or --signing-key.'],
  ])('refuses with %j: %s', async (options, message) => {
    await using folder = await temporaryFolder();
    const { code, stdout, stderr } = await rotateKey(folder, ...options);
    expect({ code, stdout, said: stderr.split('\n')[0] }).toEqual({
      code: 2,
      stdout: '',
      said: `error: ${message}`,
    });
    expect(await readConfig(folder)).toBe(config);
  });

  test('takes no variable that holds another key', async () => {
    const keys = `${config}token: { signingKeys: [{ key: { fromEnv: KEY } }] }\n`;
    await using folder = await temporaryFolder({ ...cleanSources, 'gateway.config.yaml': keys });
    expect(await rotateKey(folder, '--env', 'KEY')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: KEY already contains another signing key.\nhelp: Use another variable.\n',
    });
    expect(await readConfig(folder)).toBe(keys);
  });

  test('names a state folder elsewhere in full', async () => {
    await using elsewhere = await temporaryFolder({ 'signing-key.pem': makeSigningKey() });
    await using folder = await temporaryFolder();
    expect(await rotateKey(folder, '--state-dir', elsewhere.path)).toMatchObject({ code: 0 });
    const [keyFile] = await readdir(join(elsewhere.path, 'keys'));
    expect(await readConfig(folder)).toContain(
      `fromFile: ${elsewhere.path}/keys/${keyFile}\n      use: verify\n`,
    );
  });

  test('keeps no key that could not be declared', full, async ({ skip, onTestFinished }) => {
    const disk = await mountSmallDisk(onTestFinished);
    if (disk === undefined) return skip('no disk can be mounted here');
    for (const [name, text] of Object.entries(cleanSources)) await disk.write(name, text);
    await disk.makeReadOnly();
    await using state = await temporaryFolder({ 'signing-key.pem': makeSigningKey() });
    const words = ['keys', 'rotate', '--signing-key', '--state-dir', state.path];
    expect(await callGatewright(disk.path, words)).toMatchObject({
      code: 2,
      stderr: 'error: gateway.config.yaml cannot be written: the disk is read-only.\n',
    });
    expect(await readdir(join(state.path, 'keys'))).toEqual([]);
  });

  test('prints nothing of a key that could not be declared', full, async () => {
    const { folder } = await folderWithOwnKey();
    await using _ = folder;
    await folder.write('gateway.config.yaml.lock', '');
    expect(await rotateKey(folder)).toEqual({
      code: 2,
      stdout: '',
      stderr:
        `error: gateway.config.yaml cannot be written: it is locked by ${folder.path}/gateway.config.yaml.lock.\n` +
        'help: Another command is changing it, or was killed: if none is running, delete the lock file.\n',
    });
    expect(await readdir(join(folder.path, '.gatewright/keys'))).toEqual([]);
  });

  test('reports why a key could not be declared, also if it cannot be deleted again', full, async () => {
    const { folder } = await folderWithOwnKey();
    await using _ = folder;
    await folder.write('gateway.config.yaml.lock', '');
    const rotated = rotateKey(folder);
    const keys = join(folder.path, '.gatewright/keys');
    const name = await eventually(async () => {
      const [made, ...others] = await readdir(keys);
      expect([made, others]).toEqual([expect.stringMatching(/\.pem$/), []]);
      return made ?? '';
    });
    await rm(join(keys, name));
    await mkdir(join(keys, name));
    expect(await rotated).toEqual({
      code: 2,
      stdout: '',
      stderr:
        `warning: .gatewright/keys/${name} could not be deleted: delete it, since nothing uses this key.\n` +
        `error: gateway.config.yaml cannot be written: it is locked by ${folder.path}/gateway.config.yaml.lock.\n` +
        'help: Another command is changing it, or was killed: if none is running, delete the lock file.\n',
    });
  });

  test('makes no key where the configuration cannot be written into', async () => {
    const { folder } = await folderWithOwnKey(
      `${config}token: &token { lifetimeSeconds: 600 }\nx-token: *token\n`,
    );
    await using _ = folder;
    const { code, stderr } = await rotateKey(folder);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('error: gateway.config.yaml '),
    });
    expect(await readdir(join(folder.path, '.gatewright'))).toEqual(['signing-key.pem']);
  });
});

const hasGit = spawnSync('git', ['--version']).status === 0;

describe.skipIf(!hasGit)('in a repository of git (skipped without git)', () => {
  test('a step has to be committed before the next one, and a key that git would track is reported', async () => {
    const { folder } = await folderWithOwnKey();
    await using _ = folder;
    const git = (...words: readonly string[]) =>
      expect(
        spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.edu', ...words], {
          cwd: folder.path,
        }).status,
      ).toBe(0);
    git('init', '--quiet');
    const first = await rotateKey(folder);
    expect(first.stderr).toContain('is a secret, and git does not ignore it: name it in .gitignore');
    const afterFirst = await readConfig(folder);
    expect(await rotateKey(folder)).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: gateway.config.yaml has changes that are not committed.\n' +
        'help: Each step of a rotation is a separate commit, which every gateway must load before the next one.\n',
    });
    expect(await readConfig(folder)).toBe(afterFirst);
    await folder.write('.gitignore', '.gatewright/\n');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'first');
    expect(await rotateKey(folder)).toMatchObject({ code: 0 });
    git('commit', '--all', '--quiet', '--message', 'second');
    expect(await rotateKey(folder)).toMatchObject({ code: 0 });
    const fourth = await rotateKey(folder);
    expect(fourth).toMatchObject({ code: 0 });
    expect(fourth.stderr).not.toContain('.gitignore');
  });
});
