// @module-tag full
import { execFile } from 'node:child_process';
import { chmod, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { paste } from '../../docs/paste.ts';
import { findBlock } from '../../docs/shell-blocks.ts';
import { commitAll, git, makeRepository } from '../../platform/git-in-test.ts';
import { callGatewright } from '../call-gatewright.ts';
import { main } from '../run-gatewright.ts';
import { temporaryFolder, type TemporaryFolder } from '../temporary-folder.ts';
import { full } from '../../full-run.ts';

const broken = 'kind: Tier\nname: [\n';
const moreTiers =
  'kind: Tier\nname: bronze\ndescription: For trials.\nlimit: { requests: 6, unit: minute }\n';

/** A repository with the hook switched on, in which everything is committed. */
async function hookedRepository(below = '.'): Promise<TemporaryFolder> {
  const folder = await temporaryFolder({});
  await makeRepository(folder.path);
  await callGatewright(folder.path, ['init', below, '--hook']);
  await commitAll(folder.path);
  const { text } = findBlock('docs/ci.md: git config');
  expect(await paste(text, folder.path)).toEqual({ code: 0, said: '' });
  return folder;
}

const node = dirname(process.execPath);

/** `git commit`, with a gatewright on the PATH unless another environment is given. */
async function commit(
  folder: TemporaryFolder,
  words: readonly string[] = [],
  env?: Readonly<Record<string, string>>,
) {
  await using bin = await temporaryFolder({ gatewright: `#!/bin/sh\nexec node ${main} "$@"\n` });
  await chmod(join(bin.path, 'gatewright'), 0o755);
  const path = `${node}:${process.env['PATH'] ?? ''}`;
  const identity = { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.edu' };
  const committer = { GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.edu' };
  const settings = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', ...identity, ...committer };
  const found = env ? { PATH: path, ...env } : { PATH: `${bin.path}:${path}` };
  return await new Promise<{ readonly code: number; readonly said: string }>((resolve) => {
    execFile(
      'git',
      ['commit', '--message', 'change', ...words],
      { cwd: folder.path, env: { ...settings, ...found } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });
}

/** A commit whose plan has a text. */
function passed(text: RegExp) {
  const said = expect.stringMatching(new RegExp(`^Plan for [^]*${text.source}`, 'm')) as string;
  return { code: 0, said };
}

describe('the hook', () => {
  test('is executable, and refuses a commit with an error', async () => {
    await using folder = await hookedRepository();
    // Whether for others too is up to the umask.
    expect((await stat(join(folder.path, '.githooks/pre-commit'))).mode & 0o100).toBe(0o100);
    await folder.write('tiers.yaml', broken);
    await git(folder.path, 'add', '--all');
    const before = await git(folder.path, 'rev-parse', 'HEAD');
    const { code, said } = await commit(folder);
    expect({ code, isExplained: said.includes('tiers.yaml:2:7') }).toEqual({ code: 1, isExplained: true });
    expect(await git(folder.path, 'rev-parse', 'HEAD')).toBe(before);
    expect(await commit(folder, ['--no-verify'])).toMatchObject({ code: 0 });
  });

  test('looks at what is staged, where files are staged in part', async () => {
    await using folder = await hookedRepository();
    const good = await readFile(join(folder.path, 'tiers.yaml'), 'utf8');
    await folder.write('tiers.yaml', `${good}---\n${moreTiers}`);
    await git(folder.path, 'add', 'tiers.yaml');
    await folder.write('tiers.yaml', broken);
    expect(await commit(folder)).toMatchObject(passed(/bronze/));
    expect(await git(folder.path, 'show', 'HEAD:tiers.yaml')).toContain('bronze');
    await git(folder.path, 'add', 'tiers.yaml');
    await folder.write('tiers.yaml', good);
    expect(await commit(folder)).toMatchObject({ code: 1 });
  });

  test('looks at all that git commit --all takes, and at what is named alone', full, async () => {
    await using folder = await hookedRepository();
    const good = await folder.read('tiers.yaml');
    await folder.write('tiers.yaml', broken);
    expect(await commit(folder, ['--all'])).toMatchObject({ code: 1 });
    await folder.write('NOTES.md', 'A note.\n');
    await git(folder.path, 'add', '--all');
    expect(await commit(folder, ['--', 'NOTES.md'])).toMatchObject(passed(/Nothing changes\.$/m));
    expect(await commit(folder, ['--', 'tiers.yaml'])).toMatchObject({ code: 1 });
    await folder.write('tiers.yaml', `${good}---\n${moreTiers}`);
    expect(await commit(folder, ['--all'])).toMatchObject(passed(/bronze/));
  });

  test('works in a worktree, and for a configuration below the root', full, async () => {
    await using folder = await hookedRepository('gate way');
    await git(folder.path, 'worktree', 'add', '--quiet', 'beside');
    const beside = { ...folder, path: join(folder.path, 'beside') };
    const good = await folder.read('gate way/tiers.yaml');
    for (const [clone, file] of [
      [beside, 'beside/gate way/tiers.yaml'],
      [folder, 'gate way/tiers.yaml'],
    ] as const) {
      await folder.write(file, broken);
      expect(await commit(clone, ['--all'])).toMatchObject({ code: 1 });
      await folder.write(file, `${good}---\n${moreTiers}`);
      expect(await commit(clone, ['--all'])).toMatchObject(passed(/bronze/));
    }
  });

  test('works in a clone that has the line breaks of Windows', full, async () => {
    await using folder = await hookedRepository();
    await git(folder.path, '-c', 'core.autocrlf=true', 'clone', '--quiet', '.', 'windows');
    const windows = { ...folder, path: join(folder.path, 'windows') };
    for (const setting of ['core.autocrlf=true', 'core.hooksPath=.githooks']) {
      await git(windows.path, 'config', ...setting.split('='));
    }
    expect(await folder.read('windows/tiers.yaml')).toContain('\r\n');
    expect(await commit(windows, ['--allow-empty'])).toMatchObject(passed(/Nothing changes\.$/m));
    await folder.write('windows/tiers.yaml', broken);
    expect(await commit(windows, ['--all'])).toMatchObject({
      code: 1,
      said: expect.stringContaining('tiers.yaml:2:7') as string,
    });
  });

  test.each([
    ['.', 'node_modules'],
    ['gate way', 'node_modules'],
    ['gate way', 'gate way/node_modules'],
  ])('for a configuration in %j, runs the gatewright installed in %s', full, async (below, modules) => {
    await using folder = await hookedRepository(below);
    await folder.write(`${modules}/.bin/gatewright`, `#!/bin/sh\nexec node ${main} "$@"\n`);
    await chmod(join(folder.path, modules, '.bin/gatewright'), 0o755);
    const tiers = join(below, 'tiers.yaml');
    const good = await folder.read(tiers);
    await folder.write(tiers, `${good}---\n${moreTiers}`);
    expect(await commit(folder, ['--all'], {})).toMatchObject(passed(/bronze/));
    await folder.write(tiers, broken);
    await git(folder.path, 'add', tiers);
    expect(await commit(folder, [], {})).toMatchObject({
      code: 1,
      said: expect.stringContaining('tiers.yaml:2:7') as string,
    });
  });

  test('prints what the commit changes and whom it affects', async () => {
    await using folder = await hookedRepository();
    const edit = async (file: string, change: (text: string) => string) => {
      await folder.write(file, change(await folder.read(file)));
      await git(folder.path, 'add', file);
    };
    await edit('tiers.yaml', (text) => `${text}---\n${moreTiers}`);
    expect(await commit(folder)).toMatchObject({
      code: 0,
      said: expect.stringMatching(
        /^Plan for production( and \w+)*: from HEAD \([0-9a-f]{12}\) to the staged files\.\n {2}\+ .*bronze.*\n1 to add, 0 to change, 0 to remove; no application is affected\.\n/m,
      ) as string,
    });
    await folder.write('NOTES.md', 'A note.\n');
    await git(folder.path, 'add', '--all');
    expect((await commit(folder)).said).toMatch(/to the staged files\. Nothing changes\.$/m);
  });

  test.each([
    ['.', ': gatewright plan --base HEAD~1 --head HEAD --deployment all'],
    [
      'gate way',
      ", at the root of the clone: gatewright plan --config 'gate way/gateway.config.yaml' --base HEAD~1 --head HEAD --deployment all",
    ],
  ])('lets what is forbidden in %j pass, with a command that shows it', async (below, command) => {
    await using folder = await hookedRepository(below);
    const file = join(below, 'apis/room_booking/v1/openapi.yaml');
    const removed = /^ {4}delete:\n(?: {6}.*\n)+/m;
    await folder.write(file, (await folder.read(file)).replace(removed, ''));
    const { code, said } = await commit(folder, ['--all']);
    const printed = said.split('\n');
    const from = printed.findIndex((line) => line.startsWith('  - forbidden'));
    expect({ code, lines: printed.slice(from, from + 4) }).toEqual({
      code: 0,
      lines: [
        '  - forbidden: RoomBooking/v1, DELETE /bookings/{booking_id} was removed (breaking); affects TimetableSync',
        '0 to add, 0 to change, 1 to remove; 1 breaking; 1 application is affected; 1 forbidden.',
        'Forbidden: 1 breaking change.',
        `To see why, and what to do${command}`,
      ],
    });
    const shown = await paste(command.replace(/^.*?: /, ''), folder.path);
    expect(shown).toMatchObject({
      code: 1,
      said: expect.stringContaining('DELETE /bookings/{booking_id} was removed') as string,
    });
  });

  test('lets a commit pass that no plan can be made of, and says so', async () => {
    await using folder = await temporaryFolder({});
    await makeRepository(folder.path);
    await callGatewright(folder.path, ['init', '--hook']);
    await git(folder.path, 'config', 'core.hooksPath', '.githooks');
    await git(folder.path, 'add', '--all');
    expect(await commit(folder)).toMatchObject({
      code: 0,
      said: expect.stringContaining(
        'No plan could be made, so the hook does not know what the commit changes. Lint passes.\n',
      ) as string,
    });
  });

  test('refuses a commit where gatewright is not installed, and downloads nothing', async () => {
    await using folder = await hookedRepository();
    await folder.write('tiers.yaml', broken);
    await git(folder.path, 'add', '--all');
    expect(await commit(folder, [], {})).toEqual({
      code: 1,
      said: 'gatewright is not installed, so the commit was not checked: install it, or commit with --no-verify.\n',
    });
    expect(await folder.read('.githooks/pre-commit')).not.toMatch(/\bnpx\b|\bnpm\b/);
  });
});
