// @module-tag full
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { parseGitRemote } from '#platform/git/git-remote.ts';
import { openGitSource } from '#serve/sources/git-source.ts';
import { commitAll, git } from '../../platform/git-in-test.ts';
import { serveRepositories } from '../../platform/git-server-in-test.ts';
import { makeOrigin } from '../git-repository.ts';
import { full } from '../../full-run.ts';

const longTimeouts = { queryMs: 20_000, fetchMs: 20_000, checkOutMs: 20_000 };

async function follow(source: string, stateFolder: string, timeouts = longTimeouts) {
  const warnings: string[] = [];
  const opened = new AsyncDisposableStack();
  const warn = (message: string) => void warnings.push(message);
  const remote = parseGitRemote(source, '/');
  const options = { remote, stateFolder, clock: () => 1000, warn, timeouts };
  const gitSource = await openGitSource(options, opened);
  onTestFinished(() => opened.disposeAsync());
  const read = (file: string) => readFile(join(gitSource.checkout?.folder ?? '', file), 'utf8');
  return { source: gitSource, warnings, read, close: () => opened.disposeAsync() };
}

async function followOrigin() {
  const origin = await makeOrigin();
  const state = join(origin.folder, 'state');
  const commit = await origin.push({ 'a.txt': 'one', 'folder/b.txt': 'b' });
  const again = () => follow(`git+${origin.bare}#main`, state);
  return { ...origin, state, commit, again, ...(await again()) };
}

/** Those of all processes that still run. */
function commandLines(): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((id) => {
      try {
        return readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        return '';
      }
    });
}

/** Everything besides the state folder's own files, without what names commits and folders. */
async function kept(state: string): Promise<readonly string[]> {
  const [slot = ''] = await readdir(join(state, 'git'));
  return (await readdir(join(state, 'git', slot))).toSorted();
}

describe('a branch', () => {
  test('is checked out, each new commit into a folder of its own, of which the last two stay', async () => {
    const { source, state, commit, push, read } = await followOrigin();
    expect(await source.look()).toBe(true);
    const first = source.checkout?.folder ?? '';
    expect({ commit: source.checkout?.commit, text: await read('a.txt') }).toEqual({ commit, text: 'one' });
    expect(await source.look()).toBe(false);
    const second = await push({ 'a.txt': 'two' });
    expect(await source.look()).toBe(true);
    expect(await read('a.txt')).toBe('two');
    expect(await readFile(join(first, 'a.txt'), 'utf8')).toBe('one');
    const third = await push({ 'a.txt': undefined });
    await source.look();
    expect(await kept(state)).toEqual([second, third, 'in-use.lock', 'repository.git'].toSorted());
  });

  test('may have its history rewritten, and be set back', async () => {
    const { source, work, bare, commit, read, warnings } = await followOrigin();
    await source.look();
    await writeFile(join(work, 'a.txt'), 'rewritten');
    await git(work, 'commit', '--quiet', '--all', '--amend', '--message', 'other');
    await git(work, 'push', '--quiet', '--force', bare, 'HEAD:refs/heads/main');
    await source.look();
    expect(await read('a.txt')).toBe('rewritten');
    await git(work, 'push', '--quiet', '--force', bare, `${commit}:refs/heads/main`);
    await source.look();
    expect({ commit: source.checkout?.commit, text: await read('a.txt'), warnings }).toEqual({
      commit,
      text: 'one',
      warnings: [],
    });
  });

  test('that is removed, or whose server is, is reported once and changes nothing', async () => {
    const { source, bare, work, folder, commit, warnings } = await followOrigin();
    await source.look();
    await git(work, 'push', '--quiet', bare, 'HEAD:refs/heads/other');
    await git(bare, 'update-ref', '-d', 'refs/heads/main');
    await source.look();
    await source.look();
    await rename(bare, join(folder, 'elsewhere.git'));
    expect(await source.look()).toBe(false);
    expect(source.checkout?.commit).toBe(commit);
    expect(warnings).toEqual([
      `${bare} has no branch main.`,
      `${bare} cannot be read: '${bare}' does not appear to be a git repository.`,
    ]);
    expect(source.state).toMatchObject({ checkedAt: 1000, failure: warnings[1] });
    await rename(join(folder, 'elsewhere.git'), bare);
    await git(bare, 'update-ref', 'refs/heads/main', commit);
    await source.look();
    expect(source.state.failure).toBeUndefined();
  });

  test('is available after a start while its server is down', async () => {
    const { source, again, close, bare, folder, commit } = await followOrigin();
    await source.look();
    await close();
    await rename(bare, join(folder, 'elsewhere.git'));
    const later = await again();
    expect(await later.source.look()).toBe(true);
    expect({ commit: later.source.checkout?.commit, text: await later.read('a.txt') }).toEqual({
      commit,
      text: 'one',
    });
    expect(later.source.state).toMatchObject({ checkedAt: undefined, failure: later.warnings[0] });
  });

  test('that was never seen leaves nothing checked out', async () => {
    const { folder } = await makeOrigin();
    const { source, warnings } = await follow(`git+${folder}/none.git#main`, join(folder, 'state'));
    expect({ changed: await source.look(), checkout: source.checkout }).toEqual({ changed: false });
    expect(warnings).toEqual([expect.stringContaining('does not appear to be a git repository')]);
  });

  test('is followed by two gateways on one state folder, each for itself', full, async () => {
    const { source, again, push, state } = await followOrigin();
    const other = await again();
    await Promise.all([source.look(), other.source.look()]);
    await push({ 'a.txt': 'two' });
    await Promise.all([source.look(), other.source.look()]);
    expect(await readdir(join(state, 'git'))).toHaveLength(2);
    expect([await other.read('a.txt'), ...other.warnings]).toEqual(['two']);
  });
});

describe('what an earlier run has left behind', full, () => {
  const harm: readonly (readonly [string, (repository: string) => Promise<unknown>])[] = [
    ['a lock on the shallow file', (repository) => writeFile(join(repository, 'shallow.lock'), '')],
    ['a lock on the branch', (repository) => writeFile(join(repository, 'refs/gatewright/head.lock'), '')],
    ['no HEAD', (repository) => rename(join(repository, 'HEAD'), join(repository, 'NO_HEAD'))],
    ['a cut HEAD', (repository) => writeFile(join(repository, 'HEAD'), '')],
    ['no objects', (repository) => rename(join(repository, 'objects'), join(repository, 'gone'))],
    ['a broken configuration', (repository) => writeFile(join(repository, 'config'), '[core\n')],
    ['no reference', (repository) => rm(join(repository, 'refs/gatewright'), { recursive: true })],
  ];
  test.each(harm)('is overcome: %s', async (_what, break_) => {
    const { source, push, close, again, state } = await followOrigin();
    await source.look();
    await close();
    const [slot = ''] = await readdir(join(state, 'git'));
    await break_(join(state, 'git', slot, 'repository.git'));
    await mkdir(join(state, 'git', slot, 'repository.git.half'));
    await mkdir(join(state, 'git', slot, 'e'.repeat(40)));
    const commit = await push({ 'a.txt': 'two' });
    const later = await again();
    await later.source.look();
    expect({ commit: later.source.checkout?.commit, warnings: later.warnings }).toEqual({
      commit,
      warnings: [],
    });
    expect(await later.read('a.txt')).toBe('two');
    expect(await kept(state)).toEqual([commit, 'in-use.lock', 'repository.git'].toSorted());
  });
});

test('objects that a loss of power has emptied are fetched again', full, async () => {
  const { source, close, again, state, commit } = await followOrigin();
  await source.look();
  await close();
  const [slot = ''] = await readdir(join(state, 'git'));
  const objects = join(state, 'git', slot, 'repository.git/objects');
  const blob = await git(objects, `--git-dir=${join(objects, '..')}`, 'rev-parse', `${commit}:a.txt`);
  const file = join(objects, blob.slice(0, 2), blob.slice(2));
  await chmod(file, 0o644);
  await writeFile(file, '');
  const later = await again();
  await later.source.look();
  expect([await later.read('a.txt'), ...later.warnings]).toEqual(['one']);
});

test('a checkout that is being read stays, whatever comes meanwhile', full, async () => {
  const { source, push } = await followOrigin();
  await source.look();
  const text = await source.use(async ({ folder }) => {
    for (const next of ['two', 'three', 'four']) {
      await push({ 'a.txt': next });
      await source.look();
    }
    return readFile(join(folder, 'a.txt'), 'utf8');
  });
  expect(text).toBe('one');
});

test('what a fetch that was ended had received is taken away by the next', full, async () => {
  const { source, push, state } = await followOrigin();
  await source.look();
  const [slot = ''] = await readdir(join(state, 'git'));
  const packs = join(state, 'git', slot, 'repository.git', 'objects', 'pack');
  await writeFile(join(packs, 'tmp_pack_a1B2c3'), 'half a pack');
  await push({ 'a.txt': 'two' });
  await source.look();
  expect((await readdir(packs)).filter((name) => name.startsWith('tmp_'))).toEqual([]);
});

describe('what a repository brings along', () => {
  test('as hooks and filters does not run', full, async () => {
    const { source, folder, push, read } = await followOrigin();
    const trap = join(folder, 'trap');
    const hooks = join(folder, 'hooks');
    await mkdir(hooks);
    for (const hook of ['post-checkout', 'reference-transaction', 'post-index-change', 'fsmonitor']) {
      await writeFile(join(hooks, hook), `#!/bin/sh\ntouch ${trap}\n`);
      await chmod(join(hooks, hook), 0o755);
    }
    const settings = `[core]\n hooksPath = ${hooks}\n fsmonitor = ${hooks}/fsmonitor\n[filter "lfs"]\n smudge = touch ${trap}; tr a-z A-Z\n required\n`;
    await writeFile(join(folder, 'gitconfig'), settings);
    vi.stubEnv('GIT_CONFIG_GLOBAL', join(folder, 'gitconfig'));
    onTestFinished(() => void vi.unstubAllEnvs());
    await push({ '.gitattributes': '*.txt filter=lfs\n', 'a.txt': 'pointer' });
    await source.look();
    expect(await read('a.txt')).toBe('pointer');
    expect(await readdir(folder)).not.toContain('trap');
  });

  test('as submodules is not followed, and told', full, async () => {
    const { source, work, bare, push, warnings } = await followOrigin();
    await push({ '.gitmodules': `[submodule "vendor/x"]\n path = vendor/x\n url = ${bare}\n` });
    const id = await git(work, 'rev-parse', 'HEAD');
    await git(work, 'update-index', '--add', '--cacheinfo', `160000,${id},vendor/x`);
    await git(work, 'commit', '--quiet', '--message', 'submodule');
    await git(work, 'push', '--quiet', bare, 'HEAD:refs/heads/main');
    await source.look();
    expect(warnings).toEqual(['Submodules are not fetched, their folders stay empty: vendor/x.']);
    expect(await readdir(join(source.checkout?.folder ?? '', 'vendor/x'))).toEqual([]);
  });

  test('as links stays links', full, async () => {
    const { source, work, bare, read } = await followOrigin();
    await symlink('/etc/hostname', join(work, 'outside'));
    await symlink('a.txt', join(work, 'inside'));
    await commitAll(work);
    await git(work, 'push', '--quiet', bare, 'HEAD:refs/heads/main');
    await source.look();
    expect(await read('inside')).toBe('one');
  });

  test('as history is not fetched', full, async () => {
    const { source, push, state } = await followOrigin();
    for (const text of ['two', 'three', 'four']) await push({ 'a.txt': text });
    await source.look();
    const [slot = ''] = await readdir(join(state, 'git'));
    const repository = join(state, 'git', slot, 'repository.git');
    expect(await git(repository, 'rev-list', '--count', '--all')).toBe('1');
  });
});

describe('a server', () => {
  test('gets the credentials of the URL, which stand nowhere else', full, async () => {
    const { folder, state, commit } = await followOrigin();
    const { port } = await serveRepositories(folder, 'robot:s3cret/1');
    const source = `git+http://robot:s3cret%2F1@127.0.0.1:${port}/origin.git#main`;
    const followed = await follow(source, state);
    expect(await followed.source.look()).toBe(true);
    expect(followed.source.checkout?.commit).toBe(commit);
    expect(followed.source.state.url).toBe(`http://127.0.0.1:${port}/origin.git`);
    const files = await readdir(state, { recursive: true, withFileTypes: true });
    for (const file of files.filter((entry) => entry.isFile()))
      expect(await readFile(join(file.parentPath, file.name), 'latin1')).not.toMatch(/s3cret/);
  });

  const hasProcesses = existsSync('/proc/self/cmdline');
  test.skipIf(!hasProcesses).each(['robot:s3cret', 's3cret'])(
    'gets %s, which stands on no command line (skipped where there is no /proc)',
    async (credentials) => {
      const { folder } = await makeOrigin();
      const asked: (string | undefined)[] = [];
      const seen: string[] = [];
      const server = createHttpServer((request, response) => {
        asked.push(request.headers.authorization);
        seen.push(...commandLines().filter((line) => line.includes('remote-http')));
        response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void server.close());
      const { port } = server.address() as AddressInfo;
      const { source, warnings } = await follow(
        `git+http://${credentials}@127.0.0.1:${port}/x.git#main`,
        folder,
      );
      await source.look();
      const [name = '', password = ''] = credentials.split(':');
      const sent = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
      expect(asked).toEqual([undefined, sent]);
      expect(seen.length).toBeGreaterThan(0);
      expect([...seen, ...warnings].filter((text) => text.includes('s3cret'))).toEqual([]);
    },
  );

  test('that refuses them is reported without them', full, async () => {
    const { folder } = await makeOrigin();
    const { port } = await serveRepositories(folder, 'robot:another');
    const bare = `http://127.0.0.1:${port}/origin.git`;
    for (const name of ['robot:s3cret@', '']) {
      const { source, warnings } = await follow(
        `git+http://${name}127.0.0.1:${port}/origin.git#main`,
        folder,
      );
      await source.look();
      expect(warnings).toEqual([expect.stringContaining(`${bare} cannot be read: `)]);
      expect(warnings[0]).toMatch(name === '' ? /could not read Username/ : /Authentication failed/);
      expect(warnings[0]).not.toContain('s3cret');
    }
  });

  test('that never answers is not waited for, and nothing goes on asking it', full, async () => {
    const { folder } = await makeOrigin();
    const closed = Promise.withResolvers<void>();
    const asked: Socket[] = [];
    const server = createServer((socket) => {
      asked.push(socket);
      socket.on('close', () => closed.resolve()).resume();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const shortTimeouts = { queryMs: 5000, fetchMs: 5000, checkOutMs: 5000 };
    const { source, warnings } = await follow(
      `git+http://127.0.0.1:${port}/x.git#main`,
      folder,
      shortTimeouts,
    );
    // On a slow machine, git may need the time before it has asked.
    while (asked.length === 0) await source.look();
    await closed.promise;
    expect(warnings).toEqual([
      `http://127.0.0.1:${port}/x.git has not responded completely within 5 seconds.`,
    ]);
  });

  test('is not waited for once the gateway stops', full, async () => {
    const { folder } = await makeOrigin();
    const asked = Promise.withResolvers<void>();
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      asked.resolve();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const { source, warnings } = await follow(`git+http://127.0.0.1:${port}/x.git#main`, folder);
    const looking = source.look();
    await asked.promise;
    source.stop();
    expect({ changed: await looking, warnings }).toEqual({ changed: false, warnings: [] });
  });
});
