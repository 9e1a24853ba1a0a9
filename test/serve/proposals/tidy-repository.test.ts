// @module-tag full
import { execFileSync, spawnSync } from 'node:child_process';
import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { isProposalProblem, type Proposal, type ProposalProblem } from '#runtime/ports/proposals.ts';
import type { GatewayEvent } from '#serve/served/gateway-event.ts';
import { openProposals } from '#serve/proposals/open-proposals.ts';
import { eventually } from '../../eventually.ts';
import { git } from '../../platform/git-in-test.ts';
import { ada, now, openEngineInTest, sources, subscribe } from './engine-in-test.ts';

const settings = {
  change: 'application_changed',
  application: 'KennelSync',
  callbackUrls: [],
  grants: ['client_credentials', 'refresh_token'],
} as const;

/** The repository in which proposals are made. */
async function repositoryIn(stateFolder: string): Promise<string> {
  const [name = ''] = await readdir(join(stateFolder, 'proposals'));
  return join(stateFolder, 'proposals', name, 'repository.git');
}

async function countsOf(repository: string) {
  const lines = (await git(repository, 'count-objects', '-v')).split('\n');
  const counts = Object.fromEntries(lines.map((line) => line.split(': ')));
  return { loose: Number(counts['count']), packs: Number(counts['packs']) };
}

/** Adds packs of one object each, which no ref needs, and returns the objects. */
function addPacks(repository: string, count: number): readonly string[] {
  const run = (words: readonly string[], input: string) =>
    execFileSync('git', words, { cwd: repository, input, encoding: 'utf8' }).trim();
  return Array.from({ length: count }, (_, index) => {
    const object = run(['hash-object', '-w', '--stdin'], `text ${index}`);
    run(['pack-objects', '--quiet', 'objects/pack/pack'], `${object}\n`);
    return object;
  });
}

function branchesOf(listed: readonly Proposal[] | ProposalProblem) {
  if (isProposalProblem(listed)) throw new Error(listed.reason);
  return listed.map(({ branch, commit, state }) => [branch, commit, state]);
}

describe('the repository of proposals', () => {
  test('is packed when it has grown, and keeps every proposal that is open', async () => {
    let time = now;
    const { engine, bare, folder, first } = await openEngineInTest({}, sources, () => time);
    await engine.propose(subscribe, ada, first);
    await engine.propose(settings, ada, first);
    const before = branchesOf(await engine.list(ada));
    expect(before.map(([, , state]) => state)).toEqual(['open', 'open']);
    const repository = await repositoryIn(join(folder, 'state'));
    const some = addPacks(repository, 10);
    await engine.tidy();
    expect((await countsOf(repository)).packs).toBeGreaterThanOrEqual(10);
    const [unneeded = ''] = [...some, ...addPacks(repository, 21)];
    await engine.tidy();
    expect(await countsOf(repository)).toEqual({ loose: 0, packs: 1 });
    await expect(git(repository, 'cat-file', '-e', unneeded)).rejects.toThrow();
    time += 60_000;
    const tips = [first, ...before.map(([, commit = '']) => commit)];
    for (const commit of tips) await git(repository, 'rev-list', '--objects', '--quiet', commit);
    expect(branchesOf(await engine.list(ada))).toEqual(before);

    // Only the gateway still knows the commits of a closed proposal.
    await git(bare, 'update-ref', '-d', `refs/heads/${before[0]?.[0]}`);
    time += 60_000;
    await engine.list(ada);
    addPacks(repository, 22);
    await engine.tidy();
    expect(branchesOf(await engine.list(ada))).toEqual([
      [...(before[0] ?? []).slice(0, 2), 'closed'],
      before[1],
    ]);
  });

  test('loses a base that was replaced, and plans on the new one', async () => {
    const { engine, bare, folder, first, push } = await openEngineInTest();
    const replaced = await push({ 'README.md': 'replaced\n' });
    expect(await engine.preview(subscribe, ada)).toMatchObject({ base: replaced });
    await git(bare, 'update-ref', 'refs/heads/main', first);
    await engine.list(ada);
    const repository = await repositoryIn(join(folder, 'state'));
    addPacks(repository, 21);
    await engine.tidy();
    await expect(git(repository, 'cat-file', '-e', replaced)).rejects.toThrow();
    expect(await engine.preview(subscribe, ada)).toMatchObject({ base: first, obstacle: undefined });
  });

  test('that is the served one stays as it is', async () => {
    const { open, work } = await openEngineInTest();
    const engine = await open({ settings: undefined });
    await engine.preview(subscribe, ada);
    addPacks(join(work, '.git'), 21);
    await engine.tidy();
    expect((await countsOf(work)).packs).toBeGreaterThanOrEqual(21);
  });

  test('is freed of the locks of a git that was killed', async () => {
    let time = now;
    const { engine, open, bare, folder, first } = await openEngineInTest({}, sources, () => time);
    await engine.propose(subscribe, ada, first);
    await engine.list(ada);
    const repository = await repositoryIn(join(folder, 'state'));
    await git(repository, 'pack-refs', '--all');
    const lock = () => writeFile(join(repository, 'packed-refs.lock'), '');
    await lock();
    const filter = (path: string) => !path.includes('in-use.lock');
    await cp(join(folder, 'state'), join(folder, 'again'), { recursive: true, filter });
    await git(bare, 'update-ref', '-d', 'refs/heads/proposals/ada/subscription-KennelSync-DogPark-v1');
    const again = await open({ stateFolder: join(folder, 'again') });
    expect(branchesOf(await again.list(ada))).toMatchObject([[{}, {}, 'closed']]);
    await engine.tidy();
    time += 60_000;
    expect(branchesOf(await engine.list(ada))).toMatchObject([[{}, {}, 'closed']]);
  });
});

describe('the thread that proposes', () => {
  async function openThread() {
    const origin = await openEngineInTest();
    const stateFolder = join(origin.folder, 'thread');
    const events: GatewayEvent[] = [];
    const source = { kind: 'folder', root: origin.work, configFile: 'gateway.config.yaml' } as const;
    const shared = { deployment: 'production', plainHttp: true, port: 0, adminPort: 0 };
    const options = {
      source,
      stateFolder,
      ...shared,
      report: (event: GatewayEvent) => void events.push(event),
    };
    const store = { visibility: 'public', proposals: origin.settings } as const;
    const served = { storeUrl: 'http://localhost', store };
    const opened = new AsyncDisposableStack();
    onTestFinished(() => opened.disposeAsync());
    const ask = openProposals(options, () => served, opened);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await ask({ method: 'propose', change: subscribe, person: ada, base: origin.first });
    const repository = await repositoryIn(stateFolder);
    const list = () => ask({ method: 'list', person: ada });
    return { repository, events, list, close: () => opened.disposeAsync() };
  }

  test('packs its repository after a while without a question', async () => {
    const { repository, list, events } = await openThread();
    addPacks(repository, 21);
    vi.advanceTimersByTime(20_000);
    await eventually(async () => expect((await countsOf(repository)).packs).toBe(1));
    expect(await list()).toMatchObject([{ state: 'open' }]);
    expect(events).toEqual([]);
  });

  test('reports that it could not, and works on', async () => {
    const { repository, list, events } = await openThread();
    await rename(join(repository, 'HEAD'), join(repository, 'away'));
    vi.advanceTimersByTime(20_000);
    const message = expect.stringMatching(
      /^The repository in which proposals are made could not be packed: git gc failed: .*not a git repository/,
    );
    await eventually(() => expect(events).toEqual([{ type: 'warning', message }]));
    await rename(join(repository, 'away'), join(repository, 'HEAD'));
    expect(await list()).toMatchObject([{ state: 'open' }]);
  });

  test('ends git when the gateway stops', async () => {
    const { repository, events, close } = await openThread();
    addPacks(repository, 21);
    // Git waits forever for somebody to write into it.
    execFileSync('mkfifo', [join(repository, 'refs', 'gatewright', 'waits')]);
    vi.advanceTimersByTime(20_000);
    const [pid = ''] = await eventually(async () =>
      (await readFile(join(repository, 'gc.pid'), 'utf8')).split(' '),
    );
    vi.useRealTimers();
    await close();
    // It has ended, though the thread that would take note of it may have ended before.
    const state = () => spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' }).stdout;
    await eventually(() => expect(state()).toMatch(/^(Z|$)/));
    expect(events).toEqual([]);
  });
});
