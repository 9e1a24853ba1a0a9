import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { digestOf } from '#compiled/digest.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { full } from '../../full-run.ts';
import { mountSmallDisk } from '../../platform/small-disk.ts';
import { callGatewright } from '../call-gatewright.ts';
import { main, runGatewright } from '../run-gatewright.ts';
import { temporaryFolder, type TemporaryFolder } from '../temporary-folder.ts';

const file = 'applications/dog_walker.yaml';
const before = cleanSources[file] ?? '';
const withoutKeys = before.slice(0, before.indexOf('keys:'));

/** Runs the command and parses its output. */
async function generate(folder: TemporaryFolder, ...options: readonly string[]) {
  const words = ['keys', 'generate', '--application', 'DogWalker', ...options];
  const { code, stdout, stderr } = await callGatewright(folder.path, words);
  const lines = stdout.trimEnd().split('\n');
  const values = new Map(lines.map((line) => line.split('=', 2) as [string, string]));
  return { code, stderr, key: values.get('CONSUMER_KEY') ?? '', secret: values.get('CONSUMER_SECRET') ?? '' };
}

describe.concurrent('gatewright keys generate', () => {
  test('makes a key and a secret of 256 bits, and writes no more than the digest of the secret', async () => {
    await using folder = await temporaryFolder({ ...cleanSources, [file]: withoutKeys });
    const { code, stderr, key, secret } = await generate(folder);
    expect(code).toBe(0);
    expect(stderr).toBe(
      `Wrote the digest of the secret to ${file}.\nThe secret is shown only once and is not stored: save it now.\n`,
    );
    expect(key).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const [line, after] = [`    consumerKey: `, await folder.read(file)];
    expect(after.replace(new RegExp(`${line}"?${key}"?`), `${line}KEY`)).toBe(
      `${withoutKeys}keys:\n  production:\n${line}KEY\n    secretDigests:\n      - ${digestOf(secret)}\n`,
    );
  });

  test('prints no secret of several at once whose digest another one has overwritten', async () => {
    const message = `error: ${file} was changed in the meantime, so it was not written.\nhelp: Run the command again.\n`;
    const runTogether = async () => {
      await using folder = await temporaryFolder({ ...cleanSources, [file]: withoutKeys });
      const results = await Promise.all(Array.from({ length: 4 }, () => generate(folder)));
      const after = await folder.read(file);
      const [written = [], refused = []] = [0, 2].map((code) =>
        results.filter((result) => result.code === code),
      );
      expect(written.length + refused.length).toBe(4);
      expect(new Set(written.map(({ secret }) => after.includes(digestOf(secret))))).toEqual(new Set([true]));
      expect(refused.map(({ stderr }) => stderr)).toEqual(refused.map(() => message));
      return refused.length;
    };
    // They may also happen to run one after the other.
    let refusals = 0;
    for (let round = 0; round < 20 && refusals === 0; round += 1) refusals = await runTogether();
    expect(refusals).toBeGreaterThan(0);
  });

  test('adds a second secret to a key that is there, and leaves the file as it is otherwise', async () => {
    const text = before.replace('web', 'web # with a server').replaceAll('\n', '\r\n');
    await using folder = await temporaryFolder({ ...cleanSources, [file]: `\uFEFF${text}` });
    await chmod(join(folder.path, file), 0o600);
    const { code, stderr, key, secret } = await generate(folder);
    expect({ code, key }).toEqual({ code: 0, key: 'dogwalker-production' });
    expect(stderr).toContain(
      'Its 2 secrets all work; delete the older digests when no caller uses them any more.\n',
    );
    expect(await folder.read(file)).toBe(`\uFEFF${text.replace("0']", `0', ${digestOf(secret)}]`)}`);
    expect((await stat(join(folder.path, file))).mode & 0o777).toBe(0o600);
  });

  test('makes sandbox keys beside production keys', async () => {
    await using folder = await temporaryFolder();
    const { key, secret } = await generate(folder, '--sandbox');
    const changed = (await folder.read(file)).replace(`"${key}"`, key);
    const added = `  sandbox:\n    consumerKey: ${key}\n    secretDigests:\n      - ${digestOf(secret)}\n`;
    expect(changed).toBe(before.replace('keys:\n', `keys:\n${added}`));
    expect(await callGatewright(folder.path, ['lint'])).toMatchObject({ code: 0 });
  });

  test('gives a single-page application a key and no secret', async () => {
    const page = withoutKeys.replace('type: web', 'type: single-page').replace('client_credentials, ', '');
    await using folder = await temporaryFolder({ ...cleanSources, [file]: page });
    const first = await generate(folder);
    expect(first).toEqual({
      code: 0,
      stderr: `The consumer key of DogWalker is in ${file}; a single-page application has no secret.\n`,
      key: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
      secret: '',
    });
    const written = await folder.read(file);
    expect(await generate(folder)).toEqual(first);
    expect(await folder.read(file)).toBe(written);
  });

  test('refuses a fifth secret', async () => {
    const digests = ['1', '2', '3', '4'].map((text) => `'${digestOf(text)}'`).join(', ');
    await using folder = await temporaryFolder({
      ...cleanSources,
      [file]: before.replace(/secretDigests: .*/, `secretDigests: [${digests}]`),
    });
    const { code, stderr } = await generate(folder);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        'error: The production keys of DogWalker have 4 secrets, and no more are allowed.\n' +
        `help: Delete the digest of one that is no longer used from ${file}; the oldest is first.\n`,
    });
  });

  test('names the application that was probably meant', async () => {
    await using folder = await temporaryFolder();
    expect(await runGatewright(folder.path, ['keys', 'generate', '--application', 'DogWaker'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: Unknown application "DogWaker".\nhelp: Did you mean `DogWalker`?\n',
    });
  });

  test('sends the author of a broken application to lint', async () => {
    await using folder = await temporaryFolder({
      ...cleanSources,
      [file]: before.replace('type: web', 'type: wob'),
    });
    const { code, stderr } = await generate(folder);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'error: The declaration of DogWalker has errors.\nhelp: `gatewright lint` shows them.\n',
    });
  });

  test.skipIf(!existsSync('/dev/full'))('writes no digest of a secret that nobody received', async () => {
    await using folder = await temporaryFolder();
    const script = `exec "$0" "$1" keys generate --application DogWalker > /dev/full`;
    const result = spawnSync('sh', ['-c', script, process.execPath, main], {
      cwd: folder.path,
      env: { PATH: process.env['PATH'] },
      encoding: 'utf8',
    });
    expect({ code: result.status, stderr: result.stderr }).toEqual({
      code: 2,
      stderr: `error: The keys could not be printed, so the change of ${file} was undone.\n`,
    });
    expect(await folder.read(file)).toBe(before);
  });

  test.for([
    ['a read-only disk', 'the disk is read-only', 'ro'],
    ['a full disk', 'the disk is full', 'full'],
  ] as const)('prints no secret on %s', full, async ([, reason, state], { skip, onTestFinished }) => {
    const disk = await mountSmallDisk(onTestFinished);
    if (disk === undefined) return skip('no disk can be mounted here');
    for (const [name, text] of Object.entries(cleanSources)) await disk.write(name, text);
    await (state === 'ro' ? disk.makeReadOnly() : disk.fill());
    for (const words of [
      ['keys', 'generate', '--application', 'DogWalker'],
      ['keys', 'rotate', '--application', 'DogWalker'],
    ]) {
      expect(await callGatewright(disk.path, words)).toEqual({
        code: 2,
        stdout: '',
        stderr: `error: ${file} cannot be written: ${reason}.\n`,
      });
    }
    expect(await callGatewright(disk.path, ['users', 'add', 'bob'], {}, 'correct horse battery\n')).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: users/bob.yaml cannot be written: ${reason}.\n`,
    });
    expect(existsSync(join(disk.path, 'users/bob.yaml'))).toBe(false);
    expect(await readFile(join(disk.path, file), 'utf8')).toBe(before);
  });

  test('writes nothing where the layout is beyond it', async () => {
    const shared = before.replace('keys:\n', 'keys: &keys\n').replace('name: DogWalker', 'name: DogRunner');
    const aliased = `${shared}---\n${withoutKeys}keys: *keys\n`;
    await using folder = await temporaryFolder({ ...cleanSources, [file]: aliased });
    const { code, stderr } = await generate(folder);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('error: ') });
    expect(await folder.read(file)).toBe(aliased);
  });
});
