import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { addGithubWorkflow } from '#cli/ci/github-workflow.ts';
import type { PackageSource } from '#cli/ci/package/package-source.ts';
import { listNewRepositoryFiles } from '#cli/new-repository/new-repository-files.ts';
import { git } from '../../platform/git-in-test.ts';
import type { HostSettings } from '../comment/review-host.ts';
import { paste } from '../../docs/paste.ts';
import { findBlock } from '../../docs/shell-blocks.ts';
import { full } from '../../full-run.ts';
import { findMistakes } from './github-parsers.ts';
import { runSteps, type Run, type Step } from './github-runner.ts';
import { openPullRequest, versions, type PullRequest } from './pull-request.ts';

const action = await readFile('action.yml', 'utf8');
const folder = { root: '/', branches: ['main'] };
const workflow = renderWorkflow('');

function renderWorkflow(
  prefix: string,
  source: PackageSource = { kind: 'version', version: '1.2.3' },
): string {
  return addGithubWorkflow({ ...folder, prefix }, source).files[0]?.text ?? '';
}

interface Workflow {
  readonly permissions: object;
  readonly jobs: { readonly gatewright: { readonly permissions: object; readonly steps: readonly Step[] } };
}

function stepsOf(text: string): readonly Step[] {
  return (parse(text) as Workflow).jobs.gatewright.steps;
}

const actionSteps = (parse(action) as { runs: { steps: readonly Step[] } }).runs.steps;

describe('what GitHub reads', () => {
  test.each([
    ['workflow', workflow],
    ['workflow', renderWorkflow('gate way/ü/')],
    ['action', action],
  ] as const)('is a %s', (kind, text) => {
    expect(findMistakes(kind, text)).toEqual([]);
    expect(findMistakes(kind, text.replace('github.', 'gitbub.'))).not.toEqual([]);
  });

  test('the workflow may do what it has to, and nothing else', () => {
    const { permissions, jobs } = parse(workflow) as Workflow;
    expect(permissions).toEqual({});
    expect(jobs.gatewright.permissions).toEqual({
      actions: 'read',
      contents: 'read',
      'pull-requests': 'write',
      'security-events': 'write',
    });
  });

  test.each([
    ['workflow', stepsOf(workflow)],
    ['action', actionSteps],
  ])('no text of a pull request gets into a command of the %s, and actions are pinned', (_, steps) => {
    expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
    const unpinned = steps.flatMap(({ uses }) => uses ?? []).filter((uses) => !/@[0-9a-f]{40}$/.test(uses));
    expect(unpinned).toEqual([]);
  });

  test.each([
    [
      { kind: 'url', url: 'https://files.example.edu/gatewright.tgz' },
      'Beside the checkout, so that no other file of a pull request has a say in what is installed.',
    ],
    [
      { kind: 'file', path: 'tools/gatewright-1.2.3.tgz' },
      'Beside the checkout. A pull request can change the tarball: let its owners review it, as they review this file.',
    ],
  ] as const)('the workflow says who has a say in what is installed from %j', (source, comment) => {
    const text = renderWorkflow('', source);
    expect(/# (.*)\n +- name: Install gatewright/.exec(text)?.[1]).toBe(comment);
  });

  test('both lint and plan without the cache', () => {
    const runs = [...stepsOf(workflow), ...actionSteps].flatMap(({ run }) => run ?? []);
    const checks = runs.flatMap((run) => run.match(/^ *gatewright (?:lint|plan)\b.*/gm) ?? []);
    expect(checks.map((check) => check.includes(' --no-cache '))).toEqual([true, true, true, true]);
  });

  test('both use the same actions, and the Node that the package is tested with', async () => {
    const { devDependencies } = JSON.parse(await readFile('package.json', 'utf8')) as {
      devDependencies: { node: string };
    };
    const used = stepsOf(workflow).flatMap(({ uses }) => uses ?? []);
    expect(actionSteps.flatMap(({ uses }) => uses ?? [])).toEqual(used.slice(1));
    for (const steps of [stepsOf(workflow), actionSteps]) {
      const setup = steps.find(({ uses }) => uses?.startsWith('actions/setup-node@'));
      expect(setup?.with?.['node-version']).toBe(devDependencies.node);
    }
  });
});

const isMissing = await promisify(execFile)('shellcheck', ['--version']).then(
  () => false,
  () => true,
);

describe.skipIf(isMissing)('shellcheck (skipped where it is not on the PATH)', () => {
  const fromGit = renderWorkflow('', {
    kind: 'git',
    url: 'https://git.example.edu/gatewright.git',
    commit: 'a'.repeat(40),
  });

  test.each(
    [...stepsOf(renderWorkflow('gate way/')), ...stepsOf(fromGit), ...actionSteps].flatMap(({ name, run }) =>
      run === undefined ? [] : [[name ?? '', run] as const],
    ),
  )('finds nothing in %s: %s', async (_, run) => {
    const checked = promisify(execFile)('shellcheck', ['--shell=bash', '-']);
    checked.child.stdin?.end(run);
    expect(await checked).toEqual({ stdout: '', stderr: '' });
  });
});

const good = {
  'tiers.yaml': 'kind: Tier\nname: standard\ndescription: For all.\nlimit: { requests: 60, unit: minute }\n',
};
const bad = { 'tiers.yaml': 'kind: Tier\nname: [\n' };

const kinds = ['workflow', 'action'] as const;

/** Runs the steps of the checkout's own workflow, or those of the action. */
async function runPipeline(
  kind: (typeof kinds)[number],
  pull: PullRequest,
  inputs: Readonly<Record<string, string>> = {},
  event: 'pull_request' | 'push' | 'merge_group' = 'pull_request',
): Promise<Run> {
  const text = await readFile(join(pull.checkout, '.github/workflows/gatewright.yml'), 'utf8');
  const isPull = event === 'pull_request';
  const pullRequest = isPull && { pull_request: { number: 7 } };
  const base = event === 'merge_group' && (await git(pull.checkout, 'rev-parse', 'origin/main'));
  const github = {
    event_name: event,
    base_ref: isPull ? 'main' : '',
    event: { ...pullRequest, ...(base && { merge_group: { base_sha: base } }) },
    token: 's3cret',
  };
  const { GITHUB_TOKEN: _, ...env } = pull.env;
  return runSteps(kind === 'workflow' ? stepsOf(text) : actionSteps, {
    cwd: pull.checkout,
    temp: pull.temp,
    github,
    // The action would install itself in place; see install.test.ts.
    inputs: { ...defaultInputs(), token: 's3cret', version: versions[1], ...inputs },
    env: {
      ...env,
      GITHUB_BASE_REF: github.base_ref,
      GITHUB_WORKSPACE: pull.checkout,
      GITHUB_ACTION_PATH: process.cwd(),
      RUNNER_TEMP: pull.temp,
    },
  });
}

function defaultInputs(): Readonly<Record<string, string>> {
  const { inputs } = parse(action) as { inputs: Readonly<Record<string, { default: string }>> };
  return Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, input.default]));
}

/** What became of the steps that gatewright has a part in. */
function outcomes({ results }: Run): object {
  const named = results.filter(({ step }) => !step.includes('actions/'));
  return Object.fromEntries(named.map(({ step, outcome }) => [step, outcome]));
}

/** The plan that a pipeline has written: the action names the file, the workflow has a place for it. */
function readPlan({ temp }: PullRequest, { outputs }: Run): Promise<string> {
  return readFile(outputs['plan']?.['plan-file'] ?? join(temp, 'plan.md'), 'utf8');
}

const allWell = {
  'Install gatewright': 'success',
  Lint: 'success',
  Plan: 'success',
  'Upload what lint found': 'success',
  Comment: 'success',
};

async function open(files: Readonly<Record<string, string>>, settings?: HostSettings): Promise<PullRequest> {
  return openPullRequest('github', files, settings);
}

describe.each(kinds)('the %s, on a pull request', (kind) => {
  test('comments once, and writes over it after the next push', full, async () => {
    await using pull = await open(good);
    const first = await runPipeline(kind, pull);
    expect(outcomes(first)).toEqual(allWell);
    expect(pull.registry.asked).toEqual([versions[1]]);
    expect(pull.host.comments).toEqual([
      { id: 1, author: 'github-actions[bot]', body: await readPlan(pull, first) },
    ]);
    expect(first.summary).toContain('## Allowed: ');
    await pull.push({
      'tiers.yaml': `${good['tiers.yaml']}---\nkind: Tier\nname: gold\ndescription: More.\n`,
    });
    const second = await runPipeline(kind, pull);
    expect(outcomes(second)).toEqual(allWell);
    expect(pull.host.comments.map(({ body }) => body)).toEqual([await readPlan(pull, second)]);
  });

  test('plans, uploads and comments though lint finds an error, and fails', full, async () => {
    await using pull = await open(bad);
    const run = await runPipeline(kind, pull);
    expect(run.isFailed).toBe(true);
    expect(outcomes(run)).toEqual({ ...allWell, Lint: 'failure', Plan: 'failure' });
    expect(run.results.find(({ step }) => step === 'Lint')?.said).toContain(',file=tiers.yaml,line=2,');
    const findings = run.outputs['lint']?.['sarif-file'] ?? join(pull.temp, 'gatewright.sarif');
    expect(await readFile(findings, 'utf8')).toContain('"yaml-syntax"');
    expect(pull.host.comments.map(({ body }) => body)).toEqual([
      expect.stringContaining('## The head does not compile') as string,
    ]);
  });

  test('mentions the errors of lint in an allowed plan', full, async () => {
    const config = listNewRepositoryFiles()['gateway.config.yaml'] ?? '';
    const misnamed = config.replace(
      '  production:\n',
      '  qa: { gatewayUrl: https://a.example.org }\n  production:\n',
    );
    await using pull = await open({ ...good, 'gateway.config.yaml': misnamed });
    const run = await runPipeline(kind, pull);
    expect(outcomes(run)).toEqual({ ...allWell, Lint: 'failure' });
    expect(pull.host.comments[0]?.body).toContain(
      '**Lint fails: 1 error, deployment-host-suffix at gateway.config.yaml:9.**',
    );
  });

  test('fails and says so in a comment where no plan could be made', full, async () => {
    await using pull = await open(good);
    await git(pull.checkout, 'update-ref', '-d', 'refs/remotes/origin/main');
    const run = await runPipeline(kind, pull);
    expect(run.isFailed).toBe(true);
    expect(outcomes(run)).toEqual({ ...allWell, Plan: 'failure', Comment: 'failure' });
    expect(pull.host.comments.map(({ body }) => body)).toEqual([
      '<!-- gatewright-plan -->\nThe last push could not be planned; see the log of its pipeline.\n',
    ]);
  });

  test('says in the summary alone what it may not comment', full, async () => {
    await using pull = await open(good, { isReadOnly: true });
    const run = await runPipeline(kind, pull);
    expect(outcomes(run)).toEqual(allWell);
    expect(run.isFailed).toBe(false);
    expect(run.summary).toContain('## Allowed: ');
    expect(run.results.at(-1)?.said).toBe(
      'The token may not comment here, as in a pipeline for a fork, so nothing was written.\n',
    );
  });

  test('only lints what is pushed to main', full, async () => {
    await using pull = await open(good);
    await git(pull.checkout, 'checkout', '--quiet', '-B', 'main', 'HEAD');
    const run = await runPipeline(kind, pull, {}, 'push');
    expect(outcomes(run)).toEqual({ ...allWell, Plan: 'skipped', Comment: 'skipped' });
    expect(pull.host.requests).toEqual([]);
  });

  test('plans in a merge queue, without a comment', full, async () => {
    await using pull = await open(good);
    const run = await runPipeline(kind, pull, {}, 'merge_group');
    expect(outcomes(run)).toEqual({ ...allWell, Comment: 'skipped' });
    expect(await readPlan(pull, run)).toMatch(/^<!-- gatewright-plan -->\n\n## Allowed: /);
    expect(pull.host.requests).toEqual([]);
  });

  test('goes no further where gatewright cannot be installed', full, async () => {
    await using pull = await open(good);
    await pull.registry[Symbol.asyncDispose]();
    const run = await runPipeline(kind, pull);
    expect(outcomes(run)).toEqual({
      'Install gatewright': 'failure',
      Lint: 'skipped',
      Plan: 'skipped',
      'Upload what lint found': 'skipped',
      Comment: 'skipped',
    });
  });
});

test('the lines for any other pipeline plan and comment', full, async () => {
  await using pull = await open(good);
  const block = findBlock('docs/ci.md: reports=');
  const { code, said } = await paste(`${block.text}\ncat "$reports/plan.md"`, pull.checkout, pull.env);
  const [comment, ...others] = pull.host.comments.map(({ body }) => body);
  expect({ code, others }).toEqual({ code: 0, others: [] });
  expect(comment).toContain('## Allowed: ');
  expect(said).toContain(comment);
});

describe('the action', full, () => {
  test('does as its inputs say, and takes none of them for a command', async () => {
    const inputs = {
      config: 'gate way/$(touch hacked)/gateway.config.yaml',
      base: 'origin/main; touch hacked',
      name: 'qa',
      version: versions[0],
      sarif: 'false',
    };
    await using pull = await open(good);
    const run = await runPipeline('action', pull, inputs);
    expect(outcomes(run)).toEqual({
      ...allWell,
      Lint: 'failure',
      Plan: 'failure',
      'Upload what lint found': 'skipped',
      Comment: 'failure',
    });
    expect(pull.registry.asked).toEqual([versions[0]]);
    expect(run.outputs).toMatchObject({ lint: { 'exit-code': '2' }, plan: { 'exit-code': '2' } });
    expect(await git(pull.checkout, 'status', '--short')).toBe('');
  });

  test('keeps comments of several gateways apart', async () => {
    await using pull = await open(good);
    await runPipeline('action', pull, { name: 'qa' });
    const run = await runPipeline('action', pull, { base: 'origin/main' });
    const plan = await readPlan(pull, run);
    expect(pull.host.comments.map(({ body }) => body)).toEqual([
      `<!-- gatewright-plan qa -->\n\n\`qa\`\n\n${plan}`,
      plan,
    ]);
    expect(run.results.find(({ step }) => step === 'Upload what lint found')?.said).toContain('"gatewright"');
  });

  test('takes no plan and no findings of one gateway for those of another one in the same job', async () => {
    await using pull = await open(good);
    await runPipeline('action', pull);
    const run = await runPipeline('action', pull, { name: 'qa', config: 'qa/gateway.config.yaml' });
    expect(run.outputs).toMatchObject({ lint: { 'exit-code': '2' }, plan: { 'exit-code': '2' } });
    expect(pull.host.comments.map(({ body }) => body)).toEqual([
      expect.stringContaining('## Allowed: ') as string,
      '<!-- gatewright-plan qa -->\n\n`qa`\n\nThe last push could not be planned; see the log of its pipeline.\n',
    ]);
    const findings = String(run.outputs['lint']?.['sarif-file']);
    await expect(readFile(findings)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('shows how it went, and does not comment where it is asked not to', async () => {
    await using pull = await open(good);
    const run = await runPipeline('action', pull, { comment: 'false' });
    expect(outcomes(run)).toEqual({ ...allWell, Comment: 'skipped' });
    expect({ ...run.outputs['lint'], ...run.outputs['plan'] }).toEqual({
      'exit-code': '0',
      'sarif-file': expect.stringMatching(/gatewright-\w+\/gatewright\.sarif$/) as string,
      'json-file': expect.stringMatching(/gatewright-\w+\/lint\.json$/) as string,
      'plan-file': expect.stringMatching(/gatewright-\w+\/plan\.md$/) as string,
    });
  });
});
