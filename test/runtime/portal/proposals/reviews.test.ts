// @module-tag full
import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { git } from '../../../platform/git-in-test.ts';
import { GiteaInTest } from '../../../serve/proposals/hosts/gitea-in-test.ts';
import { serveHost, token } from '../../../serve/proposals/hosts/host-in-test.ts';
import { start } from '../../../serve/running-gateway.ts';
import { formOf, makeProposalOrigin, proposeShown, signIn } from './proposals-in-test.ts';

const branch = 'proposals/ada/application-CatCafe';

/** A store that proposes to Gitea, and the page after ada's proposal there. */
async function proposeToGitea(gitea: GiteaInTest) {
  const origin = await makeProposalOrigin();
  const { url } = await serveHost(origin, 'gitea', gitea.answer);
  const file = `${origin.folder}/token`;
  await writeFile(file, token, { mode: 0o600 });
  const config = await readFile(`${origin.work}/gateway.config.yaml`, 'utf8');
  const remote = `remote: ${url}/parks/apis.git, host: gitea, credentials: { fromFile: ${file} }`;
  await origin.push({ 'gateway.config.yaml': config.replace(`remote: ${origin.bare}`, remote) });
  const stateFolder = `${origin.folder}/state`;
  const { gatewayUrl, close } = await start({ root: origin.work, plainHttp: true, workers: 1, stateFolder });
  const ada = await signIn(gatewayUrl, 'ada');
  const empty = formOf(await ada.visit('/store/proposals/new/application'));
  const { csrf = '' } = empty.fields;
  const typed = { name: 'CatCafe', type: 'service', owner: 'ada', 'grants.client_credentials': 'on' };
  const preview = await ada.send(empty.action, { ...typed, csrf, step: 'preview' });
  const done = await proposeShown(ada, preview);
  const readAudit = async () => {
    await close();
    const lines = (await readFile(`${stateFolder}/audit.jsonl`, 'utf8')).split('\n');
    return lines
      .filter((line) => line.includes('"change_proposed"'))
      .map((line) => JSON.parse(line) as unknown);
  };
  return { ...origin, url, ada, done, readAudit };
}

function linksOf(body: string): readonly (readonly [string, string])[] {
  return [...body.matchAll(/<a[^>]*href="(https?:[^"]+)"[^>]*>([^<]+)<\/a\s*>/g)].map(
    ([, href = '', text = '']) => [href, text] as const,
  );
}

test('the pages link to the pull request that was opened', async () => {
  const gitea = new GiteaInTest();
  const { ada, done } = await proposeToGitea(gitea);
  const review = 'https://git.example.edu/forge/parks/apis/pulls/1';
  expect(linksOf(done.body)).toEqual([[review, 'Go to the review']]);
  expect(linksOf((await ada.visit('/store/proposals')).body)).toEqual([[review, 'Review']]);
});

test('a token that the host refuses for its API is explained, and the proposal is made', async () => {
  const gitea = new GiteaInTest();
  gitea.failure = 403;
  const { ada, bare, done, url, readAudit } = await proposeToGitea(gitea);
  const commit = await git(bare, 'rev-parse', '--verify', branch);
  expect(done.status).toBe(200);
  expect(done.text).toContain(
    "The repository has accepted your proposal. It takes effect when it is merged and the gateway has loaded the merge. The host refused the gateway's token when it asked for a pull request (status 403). Those who run the gateway can give it a token with more rights. Your branch is there: open the pull request yourself with the link below.",
  );
  expect(done.body).not.toContain(token);
  const byHand = [`${url}/parks/apis/compare/main...${branch}?expand=1`, 'Find or open the pull request'];
  expect(linksOf(done.body)).toEqual([byHand]);
  expect(linksOf((await ada.visit('/store/proposals')).body)).toEqual([byHand]);
  const reviewProblem = { problem: 'token_refused', status: 403 };
  expect(await readAudit()).toMatchObject([{ outcome: 'delivered', branch, commit, reviewProblem }]);
});
