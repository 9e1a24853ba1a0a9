import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { findMistakes } from './github-parsers.ts';
import { type Step, runSteps } from './github-runner.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const text = await readFile('.github/workflows/release.yml', 'utf8');
const { jobs } = parse(text) as { readonly jobs: { readonly publish: { readonly steps: readonly Step[] } } };
const { steps } = jobs.publish;

test('the workflow of releases is one, pins its actions, and takes no text of a tag for a command', () => {
  expect(findMistakes('workflow', text)).toEqual([]);
  expect(steps.flatMap(({ uses }) => uses ?? []).filter((uses) => !/@[0-9a-f]{40}$/.test(uses))).toEqual([]);
  expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
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
