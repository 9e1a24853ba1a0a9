import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { addGiteaWorkflow } from '#cli/ci/gitea-workflow.ts';
import { addGithubWorkflow } from '#cli/ci/github-workflow.ts';
import type { HostSettings } from '../comment/review-host.ts';
import { full } from '../../full-run.ts';
import { findMistakes } from './github-parsers.ts';
import { runSteps, type Run, type Step } from './github-runner.ts';
import { openPullRequest, versions, type PullRequest } from './pull-request.ts';

const checkout = { root: '/', prefix: 'gate way/ü/', branches: ['main'] };
const source = { kind: 'version', version: '1.2.3' } as const;
const workflow = addGiteaWorkflow(checkout, source).files[0]?.text ?? '';

function stepsOf(text: string): readonly Step[] {
  return (parse(text) as { jobs: { gatewright: { steps: readonly Step[] } } }).jobs.gatewright.steps;
}

describe('what Gitea reads', () => {
  test('is a workflow of GitHub, except for the addresses of actions', () => {
    expect(findMistakes('workflow', workflow.replaceAll('https://github.com/', ''))).toEqual([]);
  });

  test('uses the actions of the workflow for GitHub, pinned to the same commits', () => {
    const ofGithub = stepsOf(addGithubWorkflow(checkout, source).files[0]?.text ?? '');
    const used = (steps: readonly Step[]) => steps.flatMap(({ uses }) => uses ?? []);
    expect(used(stepsOf(workflow))).toEqual(
      used(ofGithub)
        .filter((uses) => uses.startsWith('actions/'))
        .map((uses) => `https://github.com/${uses}`),
    );
  });

  test('has no text of a pull request in a command', () => {
    expect(stepsOf(workflow).filter(({ run }) => run?.includes('${{'))).toEqual([]);
  });
});

const good = {
  'tiers.yaml': 'kind: Tier\nname: standard\ndescription: For all.\nlimit: { requests: 60, unit: minute }\n',
};

function open(files: Readonly<Record<string, string>> = good, settings?: HostSettings) {
  return openPullRequest('gitea', files, settings);
}

/** Runs the steps of the checkout's own workflow. */
async function runPipeline(pull: PullRequest, event: 'pull_request' | 'push' = 'pull_request'): Promise<Run> {
  const text = await readFile(join(pull.checkout, '.gitea/workflows/gatewright.yml'), 'utf8');
  const isPull = event === 'pull_request';
  const { GITHUB_TOKEN: token, ...env } = pull.env;
  return runSteps(stepsOf(text), {
    cwd: pull.checkout,
    temp: pull.temp,
    github: {
      event_name: event,
      base_ref: isPull ? 'main' : '',
      event: isPull ? { pull_request: { number: 7 } } : {},
      token,
    },
    env: { ...env, RUNNER_TEMP: pull.temp },
  });
}

function outcomes({ results }: Run): object {
  const named = results.filter(({ step }) => !step.includes('actions/'));
  return Object.fromEntries(named.map(({ step, outcome }) => [step, outcome]));
}

const allWell = { 'Install gatewright': 'success', Lint: 'success', Plan: 'success', Comment: 'success' };

describe('the workflow, on a pull request', full, () => {
  test('comments once, and updates the comment after the next push', async () => {
    await using pull = await open();
    const readPlan = () => readFile(join(pull.temp, 'plan.md'), 'utf8');
    expect(outcomes(await runPipeline(pull))).toEqual(allWell);
    expect(pull.registry.asked).toEqual([versions[1]]);
    expect(pull.host.comments).toEqual([{ id: 1, author: 'gitea-actions', body: await readPlan() }]);
    await pull.push({
      'tiers.yaml': `${good['tiers.yaml']}---\nkind: Tier\nname: gold\ndescription: More.\n`,
    });
    expect(outcomes(await runPipeline(pull))).toEqual(allWell);
    expect(pull.host.comments).toEqual([{ id: 1, author: 'gitea-actions', body: await readPlan() }]);
    expect(await readPlan()).toContain('**Tier gold** was added');
  });

  test('plans and comments though lint finds an error, and fails', async () => {
    await using pull = await open({ 'tiers.yaml': 'kind: Tier\nname: [\n' });
    const run = await runPipeline(pull);
    expect(run.isFailed).toBe(true);
    expect(outcomes(run)).toEqual({ ...allWell, Lint: 'failure', Plan: 'failure' });
    expect(run.results.find(({ step }) => step === 'Lint')?.said).toContain('tiers.yaml:2:');
    expect(pull.host.comments.map(({ body }) => body)).toEqual([
      expect.stringContaining('## The head does not compile') as string,
    ]);
  });

  test('has the plan in the log of the job if the token may not comment', async () => {
    await using pull = await open(good, { isReadOnly: true });
    const run = await runPipeline(pull);
    expect(outcomes(run)).toEqual(allWell);
    expect(run.isFailed).toBe(false);
    expect(run.results.find(({ step }) => step === 'Plan')?.said).toContain('Allowed');
  });

  test('only lints what is pushed to main', async () => {
    await using pull = await open();
    const run = await runPipeline(pull, 'push');
    expect(outcomes(run)).toEqual({ ...allWell, Plan: 'skipped', Comment: 'skipped' });
    expect(pull.host.requests).toEqual([]);
  });
});
