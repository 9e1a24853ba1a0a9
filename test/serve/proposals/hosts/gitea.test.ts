// @module-tag full
import { describe, expect, test } from 'vitest';
import { git } from '../../../platform/git-in-test.ts';
import { ada, now, subscribe } from '../engine-in-test.ts';
import { giteaHost } from '#serve/proposals/hosts/gitea.ts';
import { GiteaInTest } from './gitea-in-test.ts';
import { openHostInTest, token } from './host-in-test.ts';

const branch = 'proposals/ada/subscription-KennelSync-DogPark-v1';
const pulls = '/forge/api/v1/repos/parks/apis/pulls';
const listOf = (state: string, page = 1) => ({
  asked: `GET ${pulls}?state=${state}&base_branch=main&sort=recentupdate&limit=50&page=${page}`,
  authorization: `token ${token}`,
});
const review = (number: number) => ({
  kind: 'review',
  url: `https://git.example.edu/forge/parks/apis/pulls/${number}`,
});

async function openGiteaInTest() {
  const gitea = new GiteaInTest();
  const host = await openHostInTest('gitea', gitea.answer);
  return { gitea, ...host };
}

describe('a proposal to Gitea', () => {
  test('is a branch and one pull request, which a second proposal finds', async () => {
    const { asked, bare, first, open, settings } = await openGiteaInTest();
    const engine = await open({ settings, token });
    const result = await engine.propose(subscribe, ada, first);
    const commit = await git(bare, 'rev-parse', `refs/heads/${branch}`);
    expect(result).toEqual({
      delivery: 'branch',
      branch,
      commit,
      link: review(1),
      approvers: 'nobody',
    });
    const body = {
      title: 'Subscribe KennelSync to DogPark/v1',
      body: await git(bare, 'log', '-1', '--format=%B', commit).then((text) => `${text.trim()}\n`),
      head: branch,
      base: 'main',
    };
    const created = { asked: `POST ${pulls}`, authorization: `token ${token}`, body };
    expect(asked).toEqual([listOf('open'), created]);

    expect(await engine.propose(subscribe, ada, first)).toMatchObject({ branch, link: review(1) });
    expect(asked.slice(2)).toEqual([listOf('open')]);
    expect(await git(bare, 'for-each-ref', '--format=%(refname)')).toBe(
      `refs/heads/main\nrefs/heads/${branch}`,
    );
  });

  test('never overwrites a branch that moves while it is pushed', async () => {
    const { bare, first, open, settings, pushes } = await openGiteaInTest();
    const engine = await open({ settings, token });
    await engine.propose(subscribe, ada, first);
    const theirs = await git(bare, 'commit-tree', `${first}^{tree}`, '-p', first, '-m', 'By a reviewer');
    pushes.onPush = () => git(bare, 'update-ref', `refs/heads/${branch}`, theirs);
    expect(await engine.propose(subscribe, ada, first)).toEqual({
      problem: 'conflict',
      reason: 'Somebody else has changed the branch of this proposal.',
    });
    expect(await git(bare, 'rev-parse', branch)).toBe(theirs);
  });

  test('whose remote is of ssh asks only an API that is declared', () => {
    const remote = 'git@git.example.edu:parks/apis.git';
    const declared = { remote, base: 'main', branchPrefix: 'proposals/', host: 'gitea' } as const;
    expect(giteaHost(declared, token)).toBeUndefined();
    expect(giteaHost({ ...declared, apiUrl: 'https://example.edu/forge/api/v1' }, token)).toBeDefined();
  });

  test('finds a pull request that somebody opens at the same time', async () => {
    const { gitea, asked, first, open, settings } = await openGiteaInTest();
    gitea.onCreate = () => gitea.add(branch);
    const engine = await open({ settings, token: `ada:${token}` });
    expect(await engine.propose(subscribe, ada, first)).toMatchObject({ link: review(1) });
    const basic = `Basic ${Buffer.from(`ada:${token}`).toString('base64')}`;
    expect(asked.map(({ authorization }) => authorization)).toEqual([basic, basic, basic]);
    expect(asked.map((one) => one.asked)).toEqual([
      listOf('open').asked,
      `POST ${pulls}`,
      listOf('open').asked,
    ]);
  });
});

describe('the list of proposals', () => {
  test('has the state of each pull request, which is asked for once a minute', async () => {
    let time = now;
    const { gitea, asked, bare, first, open, settings, folder } = await openGiteaInTest();
    const engine = await open({ settings, token, clock: () => time });
    await engine.propose(subscribe, ada, first);
    const opened = { branch, state: 'open', link: review(1) };
    const other = await open({ settings, token, clock: () => time, stateFolder: `${folder}/other` });
    asked.length = 0;
    const both = await Promise.all([other.list(ada), other.listAll({ apiNames: ['DogPark'] })]);
    expect(both).toMatchObject([[opened], [opened]]);
    expect(asked).toEqual([listOf('open')]);

    const [pull] = gitea.pulls;
    Object.assign(pull ?? {}, { state: 'closed', closed_at: new Date(time + 1000).toISOString() });
    time += 55_000;
    expect(await other.list(ada)).toMatchObject([opened]);
    expect(asked).toHaveLength(1);
    time += 5000;
    expect(await other.list(ada)).toMatchObject([{ branch, state: 'closed', link: review(1) }]);
    expect(asked.slice(1)).toEqual([listOf('open'), listOf('closed')]);

    // The same branch, proposed again.
    await other.propose(subscribe, ada, first);
    expect(await other.list(ada)).toMatchObject([{ branch, state: 'open', link: review(2) }]);
    const ended = { state: 'closed', merged_at: new Date(time + 1000).toISOString() };
    Object.assign(gitea.pulls[0] ?? {}, ended);
    time += 60_000;
    expect(await other.list(ada)).toMatchObject([{ branch, state: 'merged', link: review(2) }]);
    expect(await git(bare, 'rev-parse', '--verify', branch)).toMatch(/^[0-9a-f]{40}$/);
  });

  test('ignores pull requests of forks and into other branches, and reads page after page', async () => {
    const { gitea, asked, first, open, settings, url, folder } = await openGiteaInTest();
    const engine = await open({ settings, token });
    await engine.propose(subscribe, ada, first);
    gitea.pulls.length = 0;
    gitea.add(branch, 'eve/apis');
    for (let count = 0; count < 50; count++) gitea.add(`topic-${count}`);
    const other = await open({ settings, token, stateFolder: `${folder}/other` });
    asked.length = 0;
    const compare = { kind: 'compare', url: `${url}/parks/apis/compare/main...${branch}?expand=1` };
    expect(await other.list(ada)).toMatchObject([{ branch, state: 'open', link: compare }]);
    expect(asked).toEqual([listOf('open'), listOf('open', 2), listOf('open', 3), listOf('closed')]);
  });

  test('keeps what is known while the API fails, and does not ask at every visit', async () => {
    let time = now;
    const { gitea, asked, first, open, settings } = await openGiteaInTest();
    const engine = await open({ settings, token, clock: () => time });
    await engine.propose(subscribe, ada, first);
    asked.length = 0;
    gitea.failure = 500;
    for (const wait of [60_000, 1000, 60_000]) {
      time += wait;
      expect(await engine.list(ada)).toMatchObject([{ branch, state: 'open', link: review(1) }]);
    }
    expect(asked).toEqual([listOf('open'), listOf('open')]);
  });
});
