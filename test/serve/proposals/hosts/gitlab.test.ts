// @module-tag full
import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { git } from '../../../platform/git-in-test.ts';
import { ada, now, subscribe } from '../engine-in-test.ts';
import { openHostInTest, token } from './host-in-test.ts';

const branch = 'proposals/ada/subscription-KennelSync-DogPark-v1';
const listOf = (state: string) => ({
  asked: `GET /api/v4/projects/parks%2Fapis/merge_requests?state=${state}&target_branch=main&order_by=updated_at&per_page=100&page=1`,
  authorization: `Bearer ${token}`,
});

test('a merge request of GitLab is listed with its state', async () => {
  let time = now;
  const web_url = 'https://gitlab.example.edu/parks/apis/-/merge_requests/7';
  const link = { kind: 'review', url: web_url };
  const own = { source_branch: branch, target_branch: 'main', source_project_id: 5, target_project_id: 5 };
  const forked = { ...own, state: 'opened', web_url: `${web_url}1`, source_project_id: 6 };
  let shown: object = { ...own, state: 'opened', web_url };
  const { asked, first, open, settings } = await openHostInTest('gitlab', () => ({
    status: 200,
    body: [forked, shown],
  }));
  const engine = await open({ settings, token, clock: () => time });
  await engine.propose(subscribe, ada, first);
  expect(asked).toEqual([]);
  expect(await engine.list(ada)).toMatchObject([{ branch, state: 'open', link }]);
  expect(asked).toEqual([listOf('opened')]);
  const at = new Date(now + 1000).toISOString();
  for (const state of ['closed', 'merged'] as const) {
    shown = { ...own, state, web_url, [`${state}_at`]: at };
    time += 60_000;
    expect(await engine.list(ada)).toMatchObject([{ branch, state, link }]);
  }
});

test('a merge request is listed as merged when its branch is deleted and its commit has another message', async () => {
  let time = now;
  const web_url = 'https://gitlab.example.edu/parks/apis/-/merge_requests/7';
  const own = { source_branch: branch, target_branch: 'main', source_project_id: 5, target_project_id: 5 };
  let shown: object = { ...own, state: 'opened', web_url };
  const { asked, bare, first, open, push, settings } = await openHostInTest('gitlab', () => ({
    status: 200,
    body: [shown],
  }));
  const engine = await open({ settings, token, clock: () => time });
  await engine.propose(subscribe, ada, first);
  expect(await engine.list(ada)).toMatchObject([{ branch, state: 'open' }]);
  await push({ 'README.md': 'squashed' });
  await git(bare, 'update-ref', '-d', `refs/heads/${branch}`);
  shown = { ...own, state: 'merged', web_url, merged_at: new Date(now + 1000).toISOString() };
  asked.length = 0;
  time += 60_000;
  const link = { kind: 'review', url: web_url };
  expect(await engine.list(ada)).toMatchObject([{ branch, state: 'merged', link }]);
  expect(asked).toEqual([listOf('opened')]);
  time += 90 * 86_400_000;
  asked.length = 0;
  expect(await engine.list(ada)).toEqual([]);
  expect(asked).toEqual([]);
});

test('a token without access to the API of GitLab lists what the push has reported', async () => {
  const { asked, bare, first, open, settings, url } = await openHostInTest('gitlab', () => ({ status: 403 }));
  const page = `${url}/parks/apis/-/merge_requests/7`;
  const said = `#!/bin/sh\nprintf '\\nView merge request for %s:\\n  ${page}\\n' "$1" >&2\n`;
  await writeFile(`${bare}/hooks/post-receive`, said, { mode: 0o755 });
  const engine = await open({ settings, token });
  const link = { kind: 'review', url: page };
  expect(await engine.propose(subscribe, ada, first)).toMatchObject({ branch, link });
  expect(await engine.list(ada)).toMatchObject([{ branch, state: 'open', link }]);
  expect(asked).toEqual([listOf('opened')]);
});
