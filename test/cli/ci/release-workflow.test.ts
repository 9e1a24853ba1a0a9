// @module-tag full
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { findMistakes } from './github-parsers.ts';
import { type Step, runSteps } from './github-runner.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const text = await readFile('.github/workflows/release.yml', 'utf8');
interface Job {
  readonly needs?: string;
  readonly permissions: object;
  readonly steps: readonly Step[];
}
const { jobs } = parse(text) as { readonly jobs: { readonly test: Job; readonly publish: Job } };
const { steps } = jobs.publish;
const allSteps = Object.values(jobs).flatMap((job) => job.steps);

test('the workflow of releases is one, pins its actions, and takes no text of a tag for a command', () => {
  expect(findMistakes('workflow', text)).toEqual([]);
  expect(allSteps.flatMap(({ uses }) => uses ?? []).filter((uses) => !/@[0-9a-f]{40}$/.test(uses))).toEqual(
    [],
  );
  expect(allSteps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
});

test('it publishes what has passed the checks and the tests, which cannot sign', () => {
  expect(jobs.test.steps.flatMap(({ run }) => run ?? [])).toEqual([
    'npm ci',
    'npm run check',
    'npm test',
    'npm run test:full -- test/install/package.test.ts',
  ]);
  expect(jobs.test.permissions).toEqual({ contents: 'read' });
  expect(jobs.publish.needs).toBe('test');
});

test.each([
  ['1.2.3', 'latest'],
  ['1.2.3+build-7', 'latest'],
  ['1.2.3-rc.1', 'next'],
])('it publishes version %s with the tag %s', async (version, tag) => {
  await using folder = await temporaryFolder({
    'package.json': JSON.stringify({ name: 'gatewright', version }),
    'temp/x': '',
  });
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder.path,
    GITHUB_REF_NAME: `v${version}`,
    npm_config_dry_run: 'true',
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_fetch_retries: '0',
  };
  const publish = steps.filter(({ name }) => name === 'Publish');
  const ran = await runSteps(publish, { cwd: folder.path, temp: `${folder.path}/temp`, env, github: {} });
  expect(ran.results[0]?.said).toContain(`with tag ${tag} and public access (dry-run)`);
  expect(ran.isFailed).toBe(false);
});

/** Runs the steps that read or change package.json, in a folder with one. */
async function runFor(tag: string) {
  await using folder = await temporaryFolder({
    'package.json': '{"name":"gatewright","version":"1.2.3"}',
    'temp/x': '',
  });
  const own = steps.filter(({ name }) => name?.startsWith('Compare') || name?.startsWith('Name'));
  const env = {
    PATH: process.env['PATH'] ?? '',
    GITHUB_REF_NAME: tag,
    GITHUB_SERVER_URL: 'https://git.example.edu',
    GITHUB_REPOSITORY: 'parks/gatewright',
  };
  const { isFailed } = await runSteps(own, {
    cwd: folder.path,
    temp: `${folder.path}/temp`,
    env,
    github: {},
  });
  return { isFailed, package: JSON.parse(await folder.read('package.json')) as object };
}

test('it names the repository that it runs in', async () => {
  expect(await runFor('v1.2.3')).toEqual({
    isFailed: false,
    package: {
      name: 'gatewright',
      version: '1.2.3',
      repository: { type: 'git', url: 'git+https://git.example.edu/parks/gatewright.git' },
      bugs: { url: 'https://git.example.edu/parks/gatewright/issues' },
      homepage: 'https://git.example.edu/parks/gatewright#readme',
    },
  });
});

test.each(['v1.2.4', 'v1.2.3-rc.1', '1.2.3', 'v1.2.3"; touch hacked'])(
  'it refuses the tag %s',
  async (tag) => {
    expect(await runFor(tag)).toEqual({ isFailed: true, package: { name: 'gatewright', version: '1.2.3' } });
  },
);
