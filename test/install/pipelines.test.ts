// @module-tag full
import { execFile, spawnSync } from 'node:child_process';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { runSteps, type Step } from '../cli/ci/github-runner.ts';
import { temporaryFolder, type TemporaryFolder } from '../cli/temporary-folder.ts';
import { answerGit } from '../platform/git-server-in-test.ts';
import { commitAll, git, makeRepository } from '../platform/git-in-test.ts';
import { installTarball, packCheckout } from './copy-checkout.ts';

const run = promisify(execFile);
let folder: TemporaryFolder;
const at = (name: string) => join(folder.path, name);
const gold = '---\nkind: Tier\nname: gold\ndescription: More.\nlimit: { requests: 9, unit: minute }\n';

/** A repository whose tools/ has the tarball that is installed in it, and a branch with one more tier. */
beforeAll(async () => {
  folder = await temporaryFolder({
    'copy/x': '',
    'origin/tools/x': '',
    'origin/package.json': '{}',
    'temp/x': '',
  });
  await copyFile(await packCheckout(at('copy')), at('origin/tools/gatewright.tgz'));
  await installTarball(at('origin'), './tools/gatewright.tgz');
  await makeRepository(at('origin'));
  const gatewright = at('origin/node_modules/.bin/gatewright');
  for (const host of ['github', 'gitlab']) {
    await run(process.execPath, [gatewright, 'init', '--hook', '--ci', host], { cwd: at('origin') });
  }
  await writeFile(at('origin/.gitignore'), 'node_modules/\n.gatewright/\n');
  await commitAll(at('origin'));
  await git(at('origin'), 'checkout', '--quiet', '-b', 'feature');
  await writeFile(at('origin/tiers.yaml'), (await readFile(at('origin/tiers.yaml'), 'utf8')) + gold);
  await commitAll(at('origin'));
  await git(folder.path, 'clone', '--quiet', 'origin', 'checkout');
}, 600_000);

afterAll(() => folder[Symbol.asyncDispose]());

/** The environment of a runner: npm, git and Node of this machine, and nothing of gatewright. */
function environment(): Readonly<Record<string, string>> {
  const path = (process.env['PATH'] ?? '').split(':').filter((one) => !one.includes('node_modules'));
  const node = resolve('node_modules/node/bin');
  return {
    PATH: [node, ...path].join(':'),
    HOME: process.env['HOME'] ?? '',
    npm_config_prefer_offline: 'true',
    npm_config_loglevel: 'error',
  };
}

async function runWorkflow(text: string, temp: string) {
  const { jobs } = parse(text) as {
    readonly jobs: { readonly gatewright: { readonly steps: readonly Step[] } };
  };
  await mkdir(temp);
  return runSteps(jobs.gatewright.steps, {
    cwd: at('checkout'),
    temp,
    env: { ...environment(), RUNNER_TEMP: temp },
    github: {
      event_name: 'pull_request',
      base_ref: 'main',
      event: { pull_request: { number: 7 } },
      token: 'x',
    },
  });
}

const outcomes = (results: Awaited<ReturnType<typeof runWorkflow>>['results']) =>
  Object.fromEntries(
    results.map(({ step, outcome, said }) => [step, outcome === 'failure' ? said : outcome]),
  );

test('the pipeline for GitHub installs the tarball of the repository, lints and plans', async () => {
  const text = await readFile(at('checkout/.github/workflows/gatewright.yml'), 'utf8');
  expect(text).toContain('"$PWD"/tools/gatewright.tgz');
  const { results } = await runWorkflow(text, at('temp/github'));
  expect(outcomes(results)).toMatchObject({
    'Install gatewright': 'success',
    Lint: 'success',
    Plan: 'success',
  });
  expect(await readFile(at('temp/github/plan.md'), 'utf8')).toContain('## Allowed: ');
}, 300_000);

test('the jobs for GitLab install the tarball of the repository, lint and plan', async () => {
  interface Job {
    readonly before_script?: readonly string[];
    readonly script?: readonly string[];
  }
  const text = await readFile(at('checkout/.gitlab/gatewright.yml'), 'utf8');
  const jobs = parse(text) as Readonly<Record<string, Job>>;
  const base = await git(at('checkout'), 'rev-parse', 'origin/main');
  for (const name of ['gatewright-lint', 'gatewright-plan']) {
    const env = {
      ...environment(),
      GATEWRIGHT_FOLDER: at(`temp/${name}`),
      CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
    };
    const lines = [
      'set -eo pipefail',
      ...(jobs['.gatewright']?.before_script ?? []),
      ...(jobs[name]?.script ?? []),
    ];
    await run('bash', ['--norc', '-c', lines.join('\n')], { cwd: at('checkout'), env });
  }
  expect(await readFile(at('temp/gatewright-plan/plan.md'), 'utf8')).toContain('## Allowed: ');
}, 300_000);

test('the hook runs what is installed in the repository', async () => {
  await git(at('origin'), 'config', 'core.hooksPath', '.githooks');
  await writeFile(at('origin/applications/broken.yaml'), 'kind: Application\nname: [\n');
  await git(at('origin'), 'add', '--all');
  const words = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.edu', 'commit', '--message', 'broken'];
  const { status, stderr } = spawnSync('git', words, {
    cwd: at('origin'),
    env: environment(),
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toContain('applications/broken.yaml:2:7');
}, 60_000);

test('a pipeline runs a commit of a repository of gatewright, which is not built', async () => {
  await git(process.cwd(), 'clone', '--quiet', '--bare', '.', at('gatewright.git'));
  await git(at('gatewright.git'), 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  const server = createServer((request, response) => void answerGit(folder.path, request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const commit = await git(process.cwd(), 'rev-parse', 'HEAD');
  const spec = `git+http://127.0.0.1:${port}/gatewright.git#${commit}`;
  await git(folder.path, 'clone', '--quiet', 'origin', 'other');
  await git(at('other'), 'rm', '--quiet', '-r', '.github');
  const words = ['init', '--ci', 'github', '--package', spec];
  await run(process.execPath, [at('origin/node_modules/.bin/gatewright'), ...words], { cwd: at('other') });
  const text = await readFile(at('other/.github/workflows/gatewright.yml'), 'utf8');
  const { results } = await runWorkflow(text, at('temp/git'));
  server.closeAllConnections();
  server.close();
  expect(outcomes(results)).toMatchObject({
    'Install gatewright': 'success',
    Lint: 'success',
    Plan: 'success',
  });
}, 300_000);
