import { describe, expect, test } from 'vitest';
import { findSourceLinks } from '#cli/comment/source-links.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const [head, base, merge] = ['a', 'b', 'c'].map((digit) => digit.repeat(40)) as [string, string, string];

const github = {
  GITHUB_ACTIONS: 'true',
  GITHUB_SERVER_URL: 'https://github.example',
  GITHUB_REPOSITORY: 'parks/gateway',
  GITHUB_SHA: merge,
};
const gitlab = {
  GITLAB_CI: 'true',
  CI_PROJECT_URL: 'https://gitlab.example/parks/gateway',
  CI_COMMIT_SHA: merge,
};

async function linksIn(env: Readonly<Record<string, string>>, file = 'apis/a b.yaml') {
  const links = await findSourceLinks({ env }, base);
  return links && [links.commit, links.urlOf(file, 7, 'head'), links.urlOf(file, 7, 'base')];
}

describe('the links of a plan', () => {
  test('are those of the head of a pull request of GitHub', async () => {
    await using folder = await temporaryFolder({
      'event.json': JSON.stringify({ pull_request: { head: { sha: head } } }),
    });
    const env = { ...github, GITHUB_EVENT_PATH: `${folder.path}/event.json` };
    const site = 'https://github.example/parks/gateway';
    expect(await linksIn(env)).toEqual([
      head,
      `${site}/blob/${head}/apis/a%20b.yaml#L7`,
      `${site}/blob/${base}/apis/a%20b.yaml#L7`,
    ]);
    expect(await linksIn({ ...env, GITEA_ACTIONS: 'true' })).toEqual([
      head,
      `${site}/src/commit/${head}/apis/a%20b.yaml#L7`,
      `${site}/src/commit/${base}/apis/a%20b.yaml#L7`,
    ]);
  });

  test('are those of the commit that another workflow runs for', async () => {
    expect((await linksIn(github))?.[0]).toBe(merge);
  });

  test('are those of the source branch of a merge request of GitLab', async () => {
    const site = 'https://gitlab.example/parks/gateway/-/blob';
    expect(await linksIn(gitlab)).toEqual([
      merge,
      `${site}/${merge}/apis/a%20b.yaml#L7`,
      `${site}/${base}/apis/a%20b.yaml#L7`,
    ]);
    expect(
      await linksIn({
        ...gitlab,
        CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: head,
        CI_MERGE_REQUEST_SOURCE_PROJECT_URL: 'https://gitlab.example/ada/fork',
      }),
    ).toEqual([
      head,
      `https://gitlab.example/ada/fork/-/blob/${head}/apis/a%20b.yaml#L7`,
      `https://gitlab.example/ada/fork/-/blob/${base}/apis/a%20b.yaml#L7`,
    ]);
  });

  test.each([
    ['outside of a pipeline', {}],
    ['without a repository', { ...gitlab, CI_PROJECT_URL: '' }],
    ['without a commit', { ...github, GITHUB_SHA: '' }],
    ['with something else as the commit', { ...github, GITHUB_SHA: 'x) [y](z' }],
  ])('do not exist %s', async (_, env) => {
    expect(await linksIn(env)).toBeUndefined();
  });

  test('lead to no file outside of the clone, and end where a link in Markdown ends', async () => {
    expect((await linksIn(github, '../x.yaml'))?.slice(1)).toEqual([undefined, undefined]);
    expect((await linksIn(github, `a)(<b>'*.yaml`))?.[1]).toBe(
      `https://github.example/parks/gateway/blob/${merge}/a%29%28%3Cb%3E%27%2A.yaml#L7`,
    );
  });
});
