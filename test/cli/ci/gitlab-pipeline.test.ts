import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { addGitlabPipeline } from '#cli/ci/gitlab-pipeline.ts';
import { git } from '../../platform/git-in-test.ts';
import { full } from '../../full-run.ts';
import { openPullRequest, versions, type PullRequest } from './pull-request.ts';

interface Job {
  readonly extends?: string;
  readonly image?: string;
  readonly variables?: Readonly<Record<string, string | number>>;
  readonly before_script?: readonly string[];
  readonly script?: readonly string[];
  readonly after_script?: readonly string[];
  readonly rules?: readonly { readonly if: string }[];
}

type Jobs = Readonly<Record<string, Job>>;

interface Ran {
  /** Of the script; that of what comes after it changes nothing. */
  readonly code: number;
  readonly said: string;
}

/** Runs a job of the checkout as a runner of GitLab does: what comes before the script in the same shell, the rest not. */
async function runJob(
  pull: PullRequest,
  name: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const jobs = parse(await readFile(join(pull.checkout, '.gitlab/gatewright.yml'), 'utf8')) as Jobs;
  const job = jobs[name];
  const { variables = {}, before_script: before = [] } = jobs[job?.extends ?? ''] ?? {};
  const known = { CI_JOB_ID: '42', CI_PROJECT_DIR: pull.checkout };
  const folder = join(pull.temp, 'gatewright-42');
  expect(variables).toEqual({ GIT_DEPTH: 0, GATEWRIGHT_FOLDER: '/tmp/gatewright-$CI_JOB_ID' });
  const env = { ...pull.env, ...known, GATEWRIGHT_FOLDER: folder, ...more };
  const ran = await bash([...before, ...(job?.script ?? [])], pull.checkout, env);
  const after = await bash(job?.after_script ?? [], pull.checkout, env);
  return { code: ran.code, said: ran.said + after.said };
}

function bash(lines: readonly string[], cwd: string, env: Readonly<Record<string, string>>): Promise<Ran> {
  const script = ['set -eo pipefail', ...lines].join('\n');
  return new Promise((resolve) => {
    execFile('bash', ['-c', script], { cwd, env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });
}

async function planVariables({ checkout }: PullRequest): Promise<Readonly<Record<string, string>>> {
  return { CI_MERGE_REQUEST_DIFF_BASE_SHA: await git(checkout, 'rev-parse', 'origin/main') };
}

async function testedNode(): Promise<string> {
  const { devDependencies } = JSON.parse(await readFile('package.json', 'utf8')) as {
    devDependencies: { node: string };
  };
  return devDependencies.node;
}

const good = {
  'tiers.yaml': 'kind: Tier\nname: standard\ndescription: For all.\nlimit: { requests: 60, unit: minute }\n',
};
const bad = { 'tiers.yaml': 'kind: Tier\nname: [\n' };

describe('the pipeline for GitLab', () => {
  test('is included by .gitlab-ci.yml, and runs for merge requests', async () => {
    const [included, jobs] = addGitlabPipeline(
      { root: '/', prefix: '', branches: [] },
      { kind: 'version', version: '1.2.3' },
      undefined,
    ).files;
    expect(parse(included?.text ?? '')).toEqual({ include: [{ local: jobs?.path }] });
    const { '.gatewright': shared, ...others } = parse(jobs?.text ?? '') as Jobs;
    expect(shared?.image).toBe(`node:${await testedNode()}`);
    expect(Object.entries(others).map(([name, { rules }]) => [name, rules?.map((rule) => rule.if)])).toEqual([
      [
        'gatewright-lint',
        ['$CI_PIPELINE_SOURCE == "merge_request_event"', '$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH'],
      ],
      ['gatewright-plan', ['$CI_PIPELINE_SOURCE == "merge_request_event"']],
    ]);
  });

  test.each([
    [
      { kind: 'version', version: '1.2.3' },
      'Beside the checkout, so that no other file of a merge request has a say in what is installed.',
    ],
    [
      { kind: 'file', path: 'tools/gatewright-1.2.3.tgz' },
      'Beside the checkout. A merge request can change the tarball: let its owners review it, as they review this file.',
    ],
  ] as const)('says who has a say in what is installed from %j', (source, comment) => {
    const [, jobs] = addGitlabPipeline({ root: '/', prefix: '', branches: [] }, source, undefined).files;
    expect(/# (.*)\n +GATEWRIGHT_FOLDER:/.exec(jobs?.text ?? '')?.[1]).toBe(comment);
  });

  test('lints into a report on the quality of code', full, async () => {
    await using pull = await openPullRequest('gitlab', good, { user: 'bot' });
    expect(await runJob(pull, 'gatewright-lint')).toMatchObject({ code: 0 });
    expect(pull.registry.asked).toEqual([versions[1]]);
    expect(JSON.parse(await readFile(join(pull.checkout, 'gl-code-quality-report.json'), 'utf8'))).toEqual(
      [],
    );
    await pull.push(bad);
    expect(await runJob(pull, 'gatewright-lint')).toMatchObject({ code: 1 });
    expect(JSON.parse(await readFile(join(pull.checkout, 'gatewright-lint.json'), 'utf8')).counts.error).toBe(
      1,
    );
    expect(await readFile(join(pull.checkout, 'gl-code-quality-report.json'), 'utf8')).toContain(
      '"yaml-syntax"',
    );
  });

  test('does not take files of a merge request for reports of lint', full, async () => {
    const forged = JSON.stringify({ counts: { error: 0 } });
    await using pull = await openPullRequest(
      'gitlab',
      { ...good, 'gatewright-lint.json': forged, 'gl-code-quality-report.json': '[1]' },
      { user: 'bot' },
    );
    await runJob(pull, 'gatewright-plan', await planVariables(pull));
    expect(pull.host.comments[0]?.body).toContain('Lint could not run');
    await rm(join(pull.checkout, 'gateway.config.yaml'));
    expect(await runJob(pull, 'gatewright-lint')).toMatchObject({ code: 2 });
    expect(await git(pull.checkout, 'ls-files', '--deleted')).toBe(
      'gateway.config.yaml\ngatewright-lint.json\ngl-code-quality-report.json',
    );
  });

  test('shows the plan in one comment', full, async () => {
    await using pull = await openPullRequest('gitlab', good, { user: 'bot' });
    const variables = await planVariables(pull);
    for (const word of ['Added', 'Updated']) {
      const { code, said } = await runJob(pull, 'gatewright-plan', variables);
      expect({ code, last: said.trim().split('\n').at(-1) }).toEqual({
        code: 0,
        last: `${word} the comment.`,
      });
    }
    expect(pull.host.comments.length).toBe(1);
    expect(pull.host.comments[0]?.body).toMatch(
      /^<!-- gatewright-plan -->\n\n## Allowed: [^]*Lint could not run/,
    );
  });

  test('compares with the target branch where results are merged', full, async () => {
    await using pull = await openPullRequest('gitlab', good, { user: 'bot' });
    const head = await git(pull.checkout, 'rev-parse', 'HEAD');
    const { said } = await runJob(pull, 'gatewright-plan', {
      ...(await planVariables(pull)),
      CI_MERGE_REQUEST_TARGET_BRANCH_SHA: head,
    });
    expect(said).toContain(head.slice(0, 12));
  });

  test('fails with the plan, and is content without a token', full, async () => {
    await using pull = await openPullRequest('gitlab', bad);
    const { code, said } = await runJob(pull, 'gatewright-plan', {
      ...(await planVariables(pull)),
      GITLAB_TOKEN: '',
    });
    expect({ code, last: said.trim().split('\n').at(-1) }).toEqual({
      code: 1,
      last: 'GITLAB_TOKEN is not set, so nothing was written.',
    });
  });
});
