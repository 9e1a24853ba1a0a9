// @module-tag full
import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { ProposalSettings } from '#compiled/settings/store-settings.ts';
import { compareLink, reportedReview, webAddress } from '#serve/proposals/hosts/review-link.ts';
import { git } from '../../platform/git-in-test.ts';
import { serveRepositories } from '../../platform/git-server-in-test.ts';
import { ada, openEngineInTest, subscribe } from './engine-in-test.ts';

const secret = 'ada:a-very-secret-token';
const credentials = { fromEnv: 'GIT_TOKEN' };

test('credentials reach the remote, and no message, file or commit', async () => {
  const { open, settings, bare, folder, first } = await openEngineInTest();
  await git(bare, 'config', 'http.receivepack', 'true');
  const { port } = await serveRepositories(folder, secret);
  const remote = `http://127.0.0.1:${port}/origin.git`;
  const declared = { ...settings, remote, credentials };
  const engine = await open({ settings: declared, token: secret });
  expect(await engine.propose(subscribe, ada, first)).toMatchObject({ delivery: 'branch' });
  const kept = join(folder, 'state');
  for (const file of await readdir(kept, { recursive: true, withFileTypes: true }))
    if (file.isFile())
      expect(await readFile(join(file.parentPath, file.name), 'latin1')).not.toContain('a-very-secret-token');
  const wrong = await open({
    settings: declared,
    token: 'ada:a-wrong-secret',
    stateFolder: `${folder}/other`,
  });
  const answer = await wrong.preview(subscribe, ada);
  expect(answer).toMatchObject({ problem: 'remote_unreachable' });
  expect(JSON.stringify(answer)).not.toContain('a-wrong-secret');
});

test('a commit is signed with the declared key', async () => {
  const { open, bare, folder, first } = await openEngineInTest();
  const key = join(folder, 'key');
  await promisify(execFile)('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', key]);
  const signed = await open({ signingKey: (await readFile(key, 'utf8')).trimEnd() });
  const result = await signed.propose(subscribe, ada, first);
  const commit = 'commit' in result ? result.commit : '';
  expect(await git(bare, 'cat-file', 'commit', commit)).toContain('gpgsig -----BEGIN SSH SIGNATURE-----');
  expect(await readdir(join(folder, 'state'), { recursive: true })).not.toContainEqual(
    expect.stringContaining('scratch/'),
  );
  const broken = await open({ signingKey: 'not a key', stateFolder: `${folder}/other` });
  expect(await broken.propose(subscribe, ada, first)).toEqual({
    problem: 'unavailable',
    reason: 'The commit cannot be signed with the declared key.',
  });
});

test('GitLab gets its options with the push', async () => {
  const { open, settings, bare, first } = await openEngineInTest();
  const engine = await open({ settings: { ...settings, host: 'gitlab' } });
  const refused = { problem: 'push_refused', reason: expect.stringContaining('push options') };
  expect(await engine.propose(subscribe, ada, first)).toMatchObject(refused);
  await git(bare, 'config', 'receive.advertisePushOptions', 'true');
  expect(await engine.propose(subscribe, ada, first)).toMatchObject({ delivery: 'branch' });
});

const github: ProposalSettings = {
  remote: 'git@github.example.edu:parks/apis.git',
  base: 'main',
  branchPrefix: 'proposals/',
  host: 'github',
};

test('links lead to pages of the host, and nowhere else', () => {
  const ssh = 'ssh://git@git.example.edu:2222/parks/apis.git';
  expect(webAddress({ remote: ssh })?.href).toBe('https://git.example.edu/parks/apis');
  const apiUrl = 'https://example.edu:8443/forge/api/v1';
  expect(webAddress({ remote: ssh, apiUrl })?.href).toBe('https://example.edu:8443/forge/parks/apis');
  expect(webAddress({ remote: 'https://git.example.edu/x/parks/apis.git', apiUrl })?.href).toBe(
    'https://git.example.edu/x/parks/apis',
  );
  expect(webAddress({ remote: '/srv/apis.git' })).toBeUndefined();
  expect(compareLink(github, 'proposals/ada/api-DogPark-v2')?.url).toBe(
    'https://github.example.edu/parks/apis/compare/main...proposals/ada/api-DogPark-v2?expand=1',
  );
  const gitlab = { ...github, host: 'gitlab', remote: 'https://gitlab.example.edu/parks/apis.git' } as const;
  expect(compareLink(gitlab, 'a b')?.url).toBe(
    'https://gitlab.example.edu/parks/apis/-/merge_requests/new?merge_request%5Bsource_branch%5D=a+b&merge_request%5Btarget_branch%5D=main',
  );
  const said =
    'View it:\n https://evil.example.com/x/pulls/1\n https://gitlab.example.edu/parks/apis/-/merge_requests/7';
  expect(reportedReview(gitlab, said)).toBe('https://gitlab.example.edu/parks/apis/-/merge_requests/7');
  const gitea = { ...github, host: 'gitea', remote: 'https://git.example.edu/forge/parks/apis.git' } as const;
  expect(compareLink(gitea, 'proposals/ada/x')?.url).toBe(
    'https://git.example.edu/forge/parks/apis/compare/main...proposals/ada/x?expand=1',
  );
  const pushed =
    'Visit the existing pull request:\n  https://git.example.edu/forge/parks/apis/pulls/3 merges into main';
  expect(reportedReview(gitea, pushed)).toBe('https://git.example.edu/forge/parks/apis/pulls/3');
  expect(compareLink({ ...github, host: 'none' }, 'x')).toBeUndefined();
});
