// @module-tag full
import fc from 'fast-check';
import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseGitRemote } from '#platform/git/git-remote.ts';
import { FileHistory } from '#platform/git/history/file-history.ts';
import { draws } from '../../../full-run.ts';
import { makeOrigin } from '../../../serve/git-repository.ts';
import { git, gitAt } from '../../git-in-test.ts';
import { runOtherGit } from '../other-git-in-test.ts';
import { makeTestFolder } from '../../in-folder.ts';

async function openHistory(url: string, given?: string, fetchMs = 60_000) {
  const gitFolder = given ?? join(await makeTestFolder(onTestFinished), 'history.git');
  const remote = parseGitRemote(`git+${url}#main`, '/');
  const { signal } = new AbortController();
  return new FileHistory({ gitFolder, remote, fetchMs, stop: signal });
}

type Origin = Awaited<ReturnType<typeof makeOrigin>>;

/** Writes a file, or removes it if there is no text, and commits that at a time. */
async function commitFile(
  { work }: Pick<Origin, 'work'>,
  seconds: number,
  file: string,
  text: string | undefined,
): Promise<string> {
  const path = join(work, file);
  await mkdir(dirname(path), { recursive: true });
  await (text === undefined ? rm(path, { force: true }) : writeFile(path, text));
  await git(work, 'add', '--all');
  await gitAt(seconds, work, 'commit', '--quiet', '--allow-empty', '--message', 'change');
  return git(work, 'rev-parse', 'HEAD');
}

async function push({ work, bare }: Origin): Promise<void> {
  await git(work, 'push', '--quiet', '--force', bare, 'HEAD:refs/heads/main');
}

const names = ['a.yaml', 'apis/dög park/api.yaml', 'apis/"b"/\u001Eodd\tname', 'c.md'];

type Step = {
  readonly file: string;
  readonly text: string | undefined;
  /** Whether the change is made on a branch of its own, and then merged. */
  readonly isMerged: boolean;
  /** Whether the branch is pushed and read after this step. */
  readonly isRead: boolean;
};

const steps = fc.array(
  fc.record<Step>({
    file: fc.constantFrom(...names),
    text: fc.constantFrom('one', 'two', undefined),
    isMerged: fc.boolean(),
    isRead: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
);

describe('the date of a file', () => {
  test('is that of the commit, or of the merge, that changed it on the branch', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (all, isFiltered) => {
        const origin = await makeOrigin();
        await git(origin.bare, 'config', 'uploadpack.allowFilter', String(isFiltered));
        const history = await openHistory(`file://${origin.bare}`);
        const expected = new Map<string, number>();
        const texts = new Map<string, string | undefined>();
        let seconds = 1_700_000_000;
        await commitFile(origin, seconds, 'first.txt', 'first');
        expected.set('first.txt', seconds);
        for (const { file, text, isMerged, isRead } of all) {
          if (isMerged) await git(origin.work, 'checkout', '--quiet', '-b', 'side');
          await commitFile(origin, (seconds += 100), file, text);
          if (isMerged) {
            await git(origin.work, 'checkout', '--quiet', 'main');
            const words = ['merge', '--quiet', '--no-ff', '--no-edit', 'side'];
            await gitAt((seconds += 100), origin.work, ...words);
            await git(origin.work, 'branch', '--quiet', '-D', 'side');
          }
          if (texts.get(file) !== text) expected.set(file, seconds);
          texts.set(file, text);
          if (!isRead) continue;
          await push(origin);
          const commit = await git(origin.work, 'rev-parse', 'HEAD');
          expect(await history.read(commit)).toEqual(expected);
        }
        await push(origin);
        const commit = await git(origin.work, 'rev-parse', 'HEAD');
        expect(await history.read(commit)).toEqual(expected);
        expect(await (await openHistory(`file://${origin.bare}`)).read(commit)).toEqual(expected);
      }),
      { numRuns: draws(12) },
    );
  });

  test('is unknown for what changed before a shallow clone begins', async () => {
    const origin = await makeOrigin();
    await commitFile(origin, 1000, 'a.yaml', 'one');
    await commitFile(origin, 2000, 'b.yaml', 'one');
    await commitFile(origin, 3000, 'c.yaml', 'one');
    await push(origin);
    const clone = join(origin.folder, 'shallow');
    await git(origin.folder, 'clone', '--quiet', '--bare', '--depth=2', `file://${origin.bare}`, clone);
    const commit = await git(origin.work, 'rev-parse', 'HEAD');
    const history = await openHistory(`file://${clone}`);
    expect(await history.read(commit)).toEqual(new Map([['c.yaml', 3000]]));
  });

  test('is unknown if that of its commit is invalid', async () => {
    const origin = await makeOrigin();
    await commitFile(origin, 1000, 'a.yaml', 'one');
    const parent = await git(origin.work, 'rev-parse', 'HEAD');
    await commitFile(origin, 1000, 'b.yaml', 'one');
    const tree = await git(origin.work, 'rev-parse', 'HEAD^{tree}');
    const person = 'Ada <ada@example.edu> long ago';
    const file = join(origin.folder, 'commit');
    const lines = [`tree ${tree}`, `parent ${parent}`, `author ${person}`, `committer ${person}`, '', 'b'];
    await writeFile(file, `${lines.join('\n')}\n`);
    const words = ['hash-object', '-t', 'commit', '-w', '--literally', file];
    const invalid = await git(origin.work, ...words);
    await git(origin.work, 'reset', '--quiet', '--hard', invalid);
    const commit = await commitFile(origin, 3000, 'c.yaml', 'one');
    await push(origin);
    const expected = [
      ['c.yaml', 3000],
      ['a.yaml', 1000],
    ] as const;
    expect(await (await openHistory(origin.bare)).read(commit)).toEqual(new Map(expected));
  });

  test('follows a branch that is rewritten', async () => {
    const origin = await makeOrigin();
    await commitFile(origin, 1000, 'a.yaml', 'one');
    const fork = await git(origin.work, 'rev-parse', 'HEAD');
    const before = await commitFile(origin, 2000, 'b.yaml', 'one');
    await push(origin);
    const history = await openHistory(origin.bare);
    expect((await history.read(before)).get('b.yaml')).toBe(2000);
    await git(origin.work, 'reset', '--quiet', '--hard', fork);
    const after = await commitFile(origin, 3000, 'c.yaml', 'one');
    await push(origin);
    const expected = [
      ['c.yaml', 3000],
      ['a.yaml', 1000],
    ] as const;
    expect(await history.read(after)).toEqual(new Map(expected));
    await expect(history.read('0'.repeat(40))).rejects.toThrow('The branch has no commit');
    expect(await history.read(after)).toEqual(new Map(expected));
  });
});

describe('what a process that was killed has left behind', () => {
  const damages: readonly (readonly [string, (repository: string) => Promise<unknown>])[] = [
    ['a lock on the branch', (folder) => writeFile(join(folder, 'refs/gatewright/history.lock'), '')],
    ['a lock on the shallow file', (folder) => writeFile(join(folder, 'shallow.lock'), '')],
    ['an incomplete shallow file', (folder) => writeFile(join(folder, 'shallow'), 'abc')],
    ['no HEAD', (folder) => rm(join(folder, 'HEAD'))],
    ['an empty HEAD', (folder) => writeFile(join(folder, 'HEAD'), '')],
    ['no objects', (folder) => rm(join(folder, 'objects'), { recursive: true })],
    ['empty objects', emptyPacks],
    ['an invalid configuration', (folder) => writeFile(join(folder, 'config'), '[core\n')],
    ['no reference', (folder) => rm(join(folder, 'refs/gatewright'), { recursive: true })],
  ];
  const cases = damages.flatMap(([name, damage]) => [
    { name, damage, isNewer: false },
    { name, damage, isNewer: true },
  ]);
  test.each(cases)('is replaced: $name, with a newer commit: $isNewer', async ({ damage, isNewer }) => {
    const origin = await makeOrigin();
    let commit = await commitFile(origin, 1000, 'a.yaml', 'one');
    await push(origin);
    const gitFolder = join(await makeTestFolder(onTestFinished), 'history.git');
    await (await openHistory(`file://${origin.bare}`, gitFolder)).read(commit);
    await damage(gitFolder);
    if (isNewer) commit = await commitFile(origin, 2000, 'b.yaml', 'one');
    await push(origin);
    const expected = new Map([['a.yaml', 1000], ...(isNewer ? [['b.yaml', 2000] as const] : [])]);
    expect(await (await openHistory(`file://${origin.bare}`, gitFolder)).read(commit)).toEqual(expected);
  });
});

describe('the history that was fetched', () => {
  const servers: readonly (readonly [string, RequestListener])[] = [
    ['closes the connection', (request) => request.destroy()],
    ['is out of order', (_request, response) => response.writeHead(503).end()],
    ['does not know the repository', (_request, response) => response.writeHead(404).end()],
    ['does not answer in time', () => undefined],
    ['answers something else', (_request, response) => response.end('<p>Welcome</p>')],
  ];

  test.each(servers)('stays if the remote %s, and is not fetched again', async (_name, answer) => {
    const { origin, gitFolder, commit } = await fetchHistory();
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(request.url ?? '');
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => server.close().closeAllConnections());
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/repository.git`;
    const before = await stat(gitFolder);
    const newer = await commitFile(origin, 2000, 'b.yaml', 'one');
    const history = await openHistory(url, gitFolder, 3000);
    await expect(history.read(newer)).rejects.toThrow(/The history cannot be read|has not answered/);
    // Git asks again in another way when there is no such repository.
    expect(new Set(requests).size).toBe(requests.length);
    expect((await stat(gitFolder)).ino).toBe(before.ino);
    expect(await history.read(commit)).toEqual(new Map([['a.yaml', 1000]]));
  });

  test('stays when newer commits are fetched', async () => {
    const { origin, gitFolder } = await fetchHistory();
    const before = await stat(gitFolder);
    const history = await openHistory(`file://${origin.bare}`, gitFolder);
    for (const seconds of [2000, 3000]) {
      const newer = await commitFile(origin, seconds, 'b.yaml', `${seconds}`);
      await push(origin);
      const expected = [
        ['b.yaml', seconds],
        ['a.yaml', 1000],
      ] as const;
      expect(await history.read(newer)).toEqual(new Map(expected));
    }
    expect((await stat(gitFolder)).ino).toBe(before.ino);
  });

  test('stays while the repository of the remote is not there', async () => {
    const { origin, gitFolder, commit } = await fetchHistory();
    const newer = await commitFile(origin, 2000, 'b.yaml', 'one');
    await push(origin);
    await rename(origin.bare, `${origin.bare}.moved`);
    const history = await openHistory(`file://${origin.bare}`, gitFolder);
    await expect(history.read(newer)).rejects.toThrow('The history cannot be read');
    expect(await history.read(commit)).toEqual(new Map([['a.yaml', 1000]]));
    await rename(`${origin.bare}.moved`, origin.bare);
    const expected = [
      ['b.yaml', 2000],
      ['a.yaml', 1000],
    ] as const;
    expect(await history.read(newer)).toEqual(new Map(expected));
  });

  test('is replaced only once for a commit, if git still cannot read it', async () => {
    const { origin, gitFolder, commit } = await fetchHistory();
    const commands = await runOtherGit('log', 'echo "fatal: unable to read tree" >&2; exit 128');
    const history = await openHistory(`file://${origin.bare}`, gitFolder);
    for (let attempt = 0; attempt < 3; attempt++)
      await expect(history.read(commit)).rejects.toThrow('The history is corrupted: unable to read tree.');
    expect((await commands()).filter((word) => word === 'fetch')).toEqual(['fetch']);
  });

  test.each(['rev-parse', 'log', 'merge-base'])('stays if the system kills git %s', async (command) => {
    const { origin, gitFolder, commit } = await fetchHistory();
    const before = await stat(gitFolder);
    await runOtherGit(command, 'kill -KILL $$');
    const history = await openHistory(`file://${origin.bare}`, gitFolder);
    await expect(history.read(commit)).rejects.toThrow('Git was ended by the system');
    expect((await stat(gitFolder)).ino).toBe(before.ino);
  });
});

/** A remote with one commit, whose history was fetched. */
async function fetchHistory() {
  const origin = await makeOrigin();
  const commit = await commitFile(origin, 1000, 'a.yaml', 'one');
  await push(origin);
  const gitFolder = join(await makeTestFolder(onTestFinished), 'history.git');
  await (await openHistory(`file://${origin.bare}`, gitFolder)).read(commit);
  return { origin, gitFolder, commit };
}

async function emptyPacks(folder: string): Promise<void> {
  const packs = join(folder, 'objects/pack');
  for (const name of await readdir(packs)) {
    await chmod(join(packs, name), 0o600);
    await writeFile(join(packs, name), '');
  }
}

test('the history has no contents of files, if the server can leave them out', async () => {
  const origin = await makeOrigin();
  await git(origin.bare, 'config', 'uploadpack.allowFilter', 'true');
  const commit = await commitFile(origin, 1000, 'a.yaml', 'one');
  await push(origin);
  const gitFolder = join(await makeTestFolder(onTestFinished), 'history.git');
  const remote = parseGitRemote(`git+file://${origin.bare}#main`, '/');
  const stop = new AbortController();
  const history = new FileHistory({ gitFolder, remote, fetchMs: 60_000, stop: stop.signal });
  expect(await history.read(commit)).toEqual(new Map([['a.yaml', 1000]]));
  const objects = await git(gitFolder, 'cat-file', '--batch-all-objects', '--batch-check=%(objecttype)');
  expect(objects.split('\n').toSorted()).toEqual(['commit', 'tree']);
});
