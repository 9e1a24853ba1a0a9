import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { chmod, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { parseArgon2id, verifyArgon2id } from '#runtime/identity/argon2id.ts';
import type { Io } from '#cli/io.ts';
import { callGatewright } from '../call-gatewright.ts';
import { main } from '../run-gatewright.ts';
import { temporaryFolder, type TemporaryFolder } from '../temporary-folder.ts';
import { full } from '../../full-run.ts';

const add = ['users', 'add'];
const password = 'correct horse battery staple';
const next = 'Next: a gateway that runs from these files loads the user at once.\n';

async function isPasswordOf(text: string): Promise<boolean> {
  const { passwordDigest } = parse(text) as { passwordDigest: string };
  const digest = parseArgon2id(passwordDigest);
  return digest !== undefined && verifyArgon2id(password, digest);
}

const call = (folder: TemporaryFolder, words: readonly string[], input = `${password}\n`) =>
  callGatewright(folder.path, [...add, ...words], {}, input);

describe.concurrent('gatewright users add', () => {
  test('writes a declaration that lint is content with, and never the password', async () => {
    await using folder = await temporaryFolder();
    const words = ['grace', '--display-name', 'Grace Hopper', '--email', 'grace@example.edu'];
    expect(await call(folder, words)).toEqual({
      code: 0,
      stdout: 'created users/grace.yaml\n',
      stderr: next,
    });
    const text = await folder.read('users/grace.yaml');
    const masked = text.replace(/\$argon2id\$\S+/, 'DIGEST').replace(/\d{4}-\S+Z/, 'TIME');
    expect(masked).toBe(
      'kind: User\nname: grace\ndisplayName: Grace Hopper\nemail: grace@example.edu\npasswordDigest: DIGEST\ntokensNotBefore: TIME\n',
    );
    expect(await isPasswordOf(text)).toBe(true);
    expect(await callGatewright(folder.path, ['lint', '--max-warnings', '0'])).toMatchObject({ code: 0 });
  });

  test.each([
    ['with a line break of Windows', `${password}\r\n`],
    ['without a line break', password],
    ['with more lines below it', `${password}\nanother line\n`],
  ])('takes a password %s', async (_, input) => {
    await using folder = await temporaryFolder();
    expect(await call(folder, ['grace'], input)).toMatchObject({ code: 0 });
    expect(await isPasswordOf(await folder.read('users/grace.yaml'))).toBe(true);
  });

  test('adds a document to a file, and keeps its comments and its mode', async () => {
    const staff = `# Staff.\n${cleanSources['users/ada.yaml'] ?? ''}`;
    await using folder = await temporaryFolder({ ...cleanSources, 'users/ada.yaml': staff });
    await chmod(join(folder.path, 'users/ada.yaml'), 0o640);
    const words = ['grace@example.edu', '--file', 'users/ada.yaml'];
    expect(await call(folder, words)).toEqual({ code: 0, stdout: 'changed users/ada.yaml\n', stderr: next });
    const text = await folder.read('users/ada.yaml');
    expect(text.startsWith(`${staff}---\n`)).toBe(true);
    expect(parseAllDocuments(text).map((document) => document.get('name'))).toEqual([
      'ada',
      'grace@example.edu',
    ]);
    expect((await stat(join(folder.path, 'users/ada.yaml'))).mode & 0o777).toBe(0o640);
  });

  test('begins the file that it is given, by its path from the current folder', async () => {
    await using folder = await temporaryFolder();
    const words = [...add, 'grace', '--file', 'staff.yaml', '--config', '../gateway.config.yaml'];
    const { code, stdout } = await callGatewright(join(folder.path, 'users'), words, {}, password);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'created staff.yaml\n' });
    expect(await isPasswordOf(await folder.read('users/staff.yaml'))).toBe(true);
  });

  test.each([
    ['a short password', ['grace'], 'eleven char\n', 'A password has at least 12 characters.'],
    [
      'eleven characters of two units',
      ['grace'],
      `${'🐕'.repeat(11)}\n`,
      'A password has at least 12 characters.',
    ],
    ['a long password', ['grace'], `${'a'.repeat(1025)}\n`, 'A password has at most 1024 characters.'],
    [
      'a byte order mark',
      ['grace'],
      `\uFEFF${password}\n`,
      'The password contains characters that cannot be typed.',
    ],
    [
      'what is no UTF-8',
      ['grace'],
      `${password}\uFFFD\n`,
      'The password contains characters that cannot be typed.',
    ],
    ['a NUL', ['grace'], `${password}\0\n`, 'The password contains characters that cannot be typed.'],
    ['no password', ['grace'], '', 'The password is missing.'],
    ['an empty line', ['grace'], '\n', 'The password is missing.'],
    ['a name that exists', ['ada'], `${password}\n`, 'The user ada already exists.'],
    ['a name in capitals', ['Grace'], `${password}\n`, '"Grace" is not a valid user name.'],
    ['a name that leads elsewhere', ['../grace'], `${password}\n`, '"../grace" is not a valid user name.'],
    ['a name with a line break', ['grace\n'], `${password}\n`, '"grace\\n" is not a valid user name.'],
    ['a long name', ['g'.repeat(65)], `${password}\n`, `"${'g'.repeat(65)}" is not a valid user name.`],
  ])('refuses %s, and writes nothing', async (_, words, input, message) => {
    await using folder = await temporaryFolder();
    const { code, stdout, stderr } = await call(folder, words, input);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.split('\n')[0]).toBe(`error: ${message}`);
    await expect(folder.read('users/grace.yaml')).rejects.toThrow('ENOENT');
  });

  test.each([
    ['outside of the project', '../grace.yaml', /^error: .*grace\.yaml is outside of the folder of /],
    ['that is not among the sources', 'grace.yaml', /^error: grace\.yaml would not be loaded: /],
  ])('refuses a file %s', async (_, file, message) => {
    await using folder = await temporaryFolder();
    const { code, stderr } = await call(folder, ['grace', '--file', file]);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    await expect(folder.read(file)).rejects.toThrow('ENOENT');
  });

  test('writes nothing that would have an error', async () => {
    await using folder = await temporaryFolder();
    const { code, stdout, stderr } = await call(folder, ['grace', '--display-name', ' ']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/\nNothing was written\.\n$/);
    expect(stderr).not.toContain(password);
    await expect(folder.read('users/grace.yaml')).rejects.toThrow('ENOENT');
  });

  test('takes no password as an argument', async () => {
    await using folder = await temporaryFolder();
    expect(await call(folder, ['grace', '--password', password])).toMatchObject({ code: 2, stdout: '' });
    expect(await call(folder, ['grace', password])).toMatchObject({ code: 2, stdout: '' });
  });
});

const script = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'script'))
  .find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/**
 * Types each line when its prompt has come; returns what a terminal with colours showed, unless `env` disables them.
 */
async function typeAt(folder: TemporaryFolder, lines: readonly string[], env: Io['env'] = {}) {
  const command = `'${process.execPath}' '${main}' users add grace`;
  const child = spawn(script ?? '', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: folder.path,
    env: { PATH: process.env['PATH'], TERM: 'xterm-256color', ...env },
  });
  let shown = '';
  let typed = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    const prompts = shown.match(/(Password|Repeat the password): /g)?.length ?? 0;
    for (; typed < prompts; typed += 1) child.stdin.write(`${lines[typed]}\r`);
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, shown: shown.replaceAll('\r', '') };
}

describe.skipIf(script === undefined)(
  `gatewright users add on a terminal${script === undefined ? ' (skipped: script is not on the PATH)' : ''}`,
  full,
  () => {
    test('asks twice, and shows nothing of what is typed', async () => {
      await using folder = await temporaryFolder();
      expect(await typeAt(folder, [password, password])).toEqual({
        code: 0,
        shown: `Password: \nRepeat the password: \ncreated users/grace.yaml\n${next}`,
      });
      expect(await isPasswordOf(await folder.read('users/grace.yaml'))).toBe(true);
    });

    test.each([
      ['with colours', {}, '\u001B[31m\u001B[1merror:\u001B[22m\u001B[39m'],
      ['without colours under NO_COLOR', { NO_COLOR: '1' }, 'error:'],
      ['without colours on a terminal that has none', { TERM: 'dumb' }, 'error:'],
    ])('writes nothing where the two differ, and says so %s', async (_, env, error) => {
      await using folder = await temporaryFolder();
      expect(await typeAt(folder, [password, `${password}r`], env)).toEqual({
        code: 2,
        shown: `Password: \nRepeat the password: \n${error} The two passwords differ, and nothing was written.\n`,
      });
      await expect(folder.read('users/grace.yaml')).rejects.toThrow('ENOENT');
    });

    test.each(['xterm-256color', 'dumb'])('takes a password that was corrected, on %s', async (type) => {
      await using folder = await temporaryFolder();
      const typed = ['another\u0015' + password.replace('e', 'x\u007Fe'), password];
      expect(await typeAt(folder, typed, { TERM: type })).toMatchObject({ code: 0 });
      expect(await isPasswordOf(await folder.read('users/grace.yaml'))).toBe(true);
    });

    test('ends at Ctrl+C', async () => {
      await using folder = await temporaryFolder();
      const { code, shown } = await typeAt(folder, ['correct\u0003'], { NO_COLOR: '1' });
      expect({ code, shown }).toEqual({
        code: 130,
        shown: 'Password: \nInterrupted; nothing was written.\n',
      });
      const second = await typeAt(folder, [password, '\u0003'], { NO_COLOR: '1' });
      expect(second).toEqual({
        code: 130,
        shown: 'Password: \nRepeat the password: \nInterrupted; nothing was written.\n',
      });
      await expect(folder.read('users/grace.yaml')).rejects.toThrow('ENOENT');
    });
  },
);
