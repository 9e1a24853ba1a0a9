import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { applyPlan } from '#compiler/plan/delta/apply-plan.ts';
import { exampleCertificates } from '../../example-certificates.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { build } from '#pipeline.ts';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import { commitAll, git, makeRepository } from '../../platform/git-in-test.ts';
import { callGatewright } from '../call-gatewright.ts';
import { temporaryFolder, type TemporaryFolder } from '../temporary-folder.ts';
import { full } from '../../full-run.ts';

const tiers = cleanSources['tiers.yaml'] ?? '';
const slowTiers = tiers.replace('1000', '500');
const config = cleanSources['gateway.config.yaml'] ?? '';
const brokenTiers = 'kind: Tier\nname: gold\nlimit: { requests: many, unit: minute }\n';

/** A repository with the clean sources on main, and a branch from there checked out. */
async function branchFromMain(files = cleanSources): Promise<TemporaryFolder> {
  const folder = await temporaryFolder(files);
  await makeRepository(folder.path);
  await commitAll(folder.path);
  await git(folder.path, 'checkout', '--quiet', '-b', 'feature');
  return folder;
}

async function commit(folder: TemporaryFolder, file: string, text: string): Promise<string> {
  await folder.write(file, text);
  return commitAll(folder.path);
}

function plan(cwd: string, ...words: readonly string[]) {
  return callGatewright(cwd, ['plan', ...words]);
}

/** The sides that were compared, by name and abbreviated id, and whether their tables differ; or the error. */
async function sidesOf(cwd: string, ...words: readonly string[]) {
  const { code, stdout, stderr } = await plan(cwd, '--format', 'json', '--detailed-exit-code', ...words);
  if (code === 2) return stderr.split('\n');
  const { base, head } = JSON.parse(stdout);
  const name = (side: typeof base) => `${side.name} ${side.commit?.slice(0, 12) ?? 'on disk'}`;
  expect(base.digest === head.digest).toBe(code === 0);
  return [name(base), name(head), code === 3 ? 'differ' : 'are the same'];
}

/** The titles and the first lines of the entries in the comment of a plan. */
async function commentOf(folder: TemporaryFolder, ...words: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await plan(folder.path, '--format', 'markdown', '--head', 'HEAD', ...words);
  return stdout
    .split('\n')
    .filter((line) => /^(?:##|- |<details>)/.test(line))
    .map((line) => line.replace(/ \([0-9a-f]{7}\)$/, ''));
}

async function idOf(folder: TemporaryFolder, ref: string): Promise<string> {
  return (await git(folder.path, 'rev-parse', ref)).slice(0, 12);
}

describe('gatewright plan', () => {
  test('prints as JSON what makes the table of the head of that of the base', async () => {
    await using folder = await branchFromMain();
    const { compiled: base } = await build(diskSourceTree(folder.path), 'gateway.config.yaml', 'production');
    if (!base) throw new Error('the clean sources do not compile');
    await folder.write('tiers.yaml', slowTiers);
    const definition = 'apis/dog_park/v1/openapi.yaml';
    await folder.write(definition, (cleanSources[definition] ?? '').replace('title: ', 'title: The '));
    const printed = JSON.parse((await plan(folder.path, '--format', 'json')).stdout);
    const made = applyPlan(base, printed);
    const { compiled: head } = await build(diskSourceTree(folder.path), 'gateway.config.yaml', 'production');
    expect(made).toEqual(head);
    expect([printed.base.digest, printed.head.digest]).toEqual([base.digest, made.digest]);
    expect(printed.changes.map(({ id }: { readonly id: string }) => id)).toEqual([
      'documentation-changed',
      'tier-limit-changed',
    ]);
  });

  test('compares what is staged with the last commit, whatever is on disk', full, async () => {
    await using folder = await branchFromMain();
    await commit(folder, 'tiers.yaml', tiers.replace('1000', '900'));
    const sides = [`HEAD ${await idOf(folder, 'HEAD')}`, 'the staged files on disk'];
    await folder.write('tiers.yaml', slowTiers);
    expect(await sidesOf(folder.path, '--staged')).toEqual([...sides, 'are the same']);
    await git(folder.path, 'add', 'tiers.yaml');
    await folder.write('tiers.yaml', brokenTiers);
    expect(await sidesOf(folder.path, '--staged')).toEqual([...sides, 'differ']);
    const fromMain = [`main ${await idOf(folder, 'main')}`, sides[1], 'differ'];
    expect(await sidesOf(folder.path, '--staged', '--base', 'main')).toEqual(fromMain);
    expect(await sidesOf(folder.path, '--staged', '--head', 'main')).toEqual([
      'error: --staged and --head cannot be combined.',
      '',
    ]);
    expect(await sidesOf(folder.path, '--staged', '--config', 'apis/gateway.config.yaml')).toEqual([
      'error: The configuration apis/gateway.config.yaml does not exist in the staged files.',
      'help: Set an existing one with --config FILE.',
      '',
    ]);
    expect(await sidesOf(folder.path, '--staged', '--deployment', 'dev')).toEqual([
      'error: In the staged files, gateway.config.yaml has no deployment "dev".',
      'help: Deployments are production, qa.',
      '',
    ]);
  });

  test('compares the files on disk with where the branch left main', full, async () => {
    await using folder = await branchFromMain();
    const main = await idOf(folder, 'main');
    const sides = [`main ${main}`, 'the working tree on disk'];
    expect(await sidesOf(folder.path)).toEqual([...sides, 'are the same']);
    await folder.write('tiers.yaml', slowTiers);
    expect(await sidesOf(folder.path)).toEqual([...sides, 'differ']);
    await commitAll(folder.path);
    await git(folder.path, 'checkout', '--quiet', 'main');
    await commit(folder, 'tiers.yaml', tiers.replace('1000', '9000'));
    await git(folder.path, 'checkout', '--quiet', 'feature');
    expect(await sidesOf(folder.path)).toEqual([...sides, 'differ']);
  });

  test('is silent of what is only written in another way', async () => {
    await using folder = await branchFromMain();
    await folder.write(
      'tiers.yaml',
      `# for most\nlimit:\n  unit: minute\n  requests: 1000\nname: gold\nkind: Tier\n`,
    );
    const main = await idOf(folder, 'main');
    expect(await plan(folder.path)).toEqual({
      code: 0,
      stdout: `Plan for production: from main (${main}) to the working tree. Nothing changes. Lint was not checked.\n`,
      stderr: '',
    });
  });

  test('compares all deployments in one plan, and shows once what they have in common', full, async () => {
    await using folder = await branchFromMain();
    await folder.write('tiers.yaml', slowTiers);
    await folder.write('gateway.config.yaml', config.replace('gateway-qa', 'new-gateway-qa'));
    const words = ['--deployment', 'all', '--format', 'json'];
    const { code, stdout } = await plan(folder.path, ...words);
    const { deployment, changes, findings, deployments } = JSON.parse(stdout);
    expect({ code, deployment }).toEqual({ code: 1, deployment: 'all' });
    const shown = (all: readonly { readonly id?: string; readonly code?: string }[]) =>
      all.map((found) => [found.id ?? found.code, 'deployments' in found ? found.deployments : 'all']);
    expect(shown(changes)).toEqual([
      ['tier-limit-changed', 'all'],
      ['gateway-setting-changed', ['qa']],
      ['gateway-setting-changed', ['qa']],
      ['gateway-setting-changed', ['qa']],
    ]);
    expect(shown(findings)).toEqual([['gateway-address-changed', ['qa']]]);
    const approvals = [{ change: findings[0].changes[0], rule: 'gateway-address-changed' }];
    expect(
      changes.map((change: object) => ('approvalsNeeded' in change ? change.approvalsNeeded : [])),
    ).toEqual([[], approvals, approvals, approvals]);
    expect(deployments.map(({ name }: { readonly name: string }) => name)).toEqual(['production', 'qa']);
  });

  test('shows a new API once, with every URL that receives its calls in each deployment', async () => {
    await using folder = await branchFromMain();
    const hosts = Array.from({ length: 7 }, (_, index) => `https://cats-${index}.internal.example.edu`);
    await folder.write(
      'apis/cat_park/v1/api.yaml',
      `kind: Api
name: Cats
context: /cats
version: v1
state: published
owner: parks-team
definition: ../../dog_park/v1/openapi.yaml
deployments:
  qa:
    endpoints:
      production: { url: https://cats-qa.internal.example.edu }
      sandbox: { url: https://cats-sandbox.internal.example.edu }
endpoints:
  production: { targets: [${hosts.join(', ')}] }
  sandbox: { url: https://cats-sandbox.internal.example.edu }
`,
    );
    const { code, stdout } = await plan(folder.path, '--deployment', 'all');
    expect({ code, lines: stdout.split('\n').slice(2) }).toEqual({
      code: 0,
      lines: [
        'Sensitive: where calls go, who may call, what is checked',
        '  + Cats/v1 was added at /cats/v1: published, 5 operations, owned by parks-team (where calls go)',
        '    apis/cat_park/v1/api.yaml:1:1',
        `    In production, production calls go to ${hosts.slice(0, -1).join(', ')}, and ${hosts.at(-1)}.`,
        '    In qa, production calls go to https://cats-qa.internal.example.edu.',
        '    Sandbox calls go to https://cats-sandbox.internal.example.edu.',
        '    No application is affected.',
        '',
        '1 to add, 0 to change, 0 to remove; no application is affected.',
        'Lint was not checked.',
        'Allowed: 1 sensitive change.',
        '',
      ],
    });
  });

  test('exits with 0 where something changes, unless its exit code is to tell', full, async () => {
    await using folder = await branchFromMain();
    await folder.write('tiers.yaml', slowTiers);
    expect(await plan(folder.path)).toMatchObject({ code: 0, stderr: '' });
    expect(await plan(folder.path, '--detailed-exit-code')).toMatchObject({ code: 3, stderr: '' });
  });

  test('compares any two commits, whatever is checked out', full, async () => {
    await using folder = await branchFromMain();
    const feature = (await commit(folder, 'tiers.yaml', slowTiers)).slice(0, 12);
    const main = await idOf(folder, 'main');
    await git(folder.path, 'tag', '--annotate', '--message=1', 'v1', 'main');
    await git(folder.path, 'checkout', '--quiet', '--detach', 'main');
    const differ = [`feature ${feature}`, 'differ'];
    expect(await sidesOf(folder.path, '--head', 'feature')).toEqual([`main ${main}`, ...differ]);
    expect(await sidesOf(folder.path, '--base', 'v1', '--head', 'feature')).toEqual([
      `v1 ${main}`,
      ...differ,
    ]);
    expect(await sidesOf(folder.path, '--base', 'feature', '--head', 'HEAD')).toEqual([
      `feature ${main}`,
      `HEAD ${main}`,
      'are the same',
    ]);
    await git(folder.path, 'checkout', '--quiet', '--orphan', 'empty');
    await git(folder.path, 'rm', '--quiet', '-rf', '.');
    expect(await sidesOf(folder.path, '--head', 'feature', '--base', 'main')).toEqual([
      `main ${main}`,
      ...differ,
    ]);
  });

  test(
    'takes the default branch of the remote for the base, before what is usually called so',
    full,
    async () => {
      await using folder = await branchFromMain();
      const [old, next] = [await idOf(folder, 'HEAD'), await commit(folder, 'tiers.yaml', slowTiers)];
      const inBase = async () => (await sidesOf(folder.path))[0];
      await git(folder.path, 'branch', '--move', 'main', 'master');
      await git(folder.path, 'tag', 'master', next);
      expect(await inBase()).toBe(`master ${old}`);
      await git(folder.path, 'branch', 'main', next);
      expect(await inBase()).toBe(`main ${next.slice(0, 12)}`);
      await git(folder.path, 'update-ref', 'refs/remotes/origin/master', old);
      expect(await inBase()).toBe(`origin/master ${old}`);
      await git(folder.path, 'update-ref', 'refs/remotes/origin/main', next);
      expect(await inBase()).toBe(`origin/main ${next.slice(0, 12)}`);
      await git(folder.path, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk');
      expect(await inBase()).toBe(`origin/main ${next.slice(0, 12)}`);
      await git(folder.path, 'update-ref', 'refs/remotes/origin/trunk', old);
      expect(await inBase()).toBe(`origin/trunk ${old}`);
    },
  );

  test('takes HEAD where there is no such branch and no remote', full, async () => {
    await using folder = await branchFromMain();
    await git(folder.path, 'branch', '--delete', 'main');
    expect((await sidesOf(folder.path))[0]).toBe(`HEAD ${await idOf(folder, 'HEAD')}`);
    await git(folder.path, 'remote', 'add', 'origin', 'https://git.example.edu/x.git');
    expect(await sidesOf(folder.path)).toEqual([
      'error: This clone does not know the default branch of its remote.',
      'help: Name the branch to compare with: --base REF.',
      '',
    ]);
  });

  test(
    'works on a configuration below the root, from anywhere, also where it is not on disk',
    full,
    async () => {
      const below = Object.entries(cleanSources).map(([file, text]) => [`gate way/ü/${file}`, text]);
      await using folder = await branchFromMain(Object.fromEntries(below));
      await folder.write('gate way/ü/tiers.yaml', slowTiers);
      await mkdir(join(folder.path, 'elsewhere'));
      const words = ['--config', '../gate way/ü/gateway.config.yaml'];
      expect((await sidesOf(join(folder.path, 'elsewhere'), ...words)).at(-1)).toBe('differ');
      await commitAll(folder.path);
      await rm(join(folder.path, 'gate way'), { recursive: true });
      expect((await sidesOf(join(folder.path, 'elsewhere'), ...words, '--head', 'feature')).at(-1)).toBe(
        'differ',
      );
    },
  );

  test(
    'works in a linked worktree and in a repository without files, whatever GIT_DIR says',
    full,
    async () => {
      await using folder = await branchFromMain();
      await commit(folder, 'tiers.yaml', slowTiers);
      await git(folder.path, 'worktree', 'add', '--quiet', 'linked', 'main');
      await git(folder.path, 'clone', '--quiet', '--bare', '.', 'bare.git');
      process.env['GIT_DIR'] = join(folder.path, 'nowhere');
      try {
        expect((await sidesOf(join(folder.path, 'linked'), '--base', 'feature')).at(-1)).toBe('are the same');
        expect((await sidesOf(join(folder.path, 'linked'), '--head', 'feature')).at(-1)).toBe('differ');
        expect((await sidesOf(join(folder.path, 'bare.git'), '--head', 'feature')).at(-1)).toBe('differ');
      } finally {
        delete process.env['GIT_DIR'];
      }
    },
  );

  test('tells that what a submodule holds is new each time', full, async () => {
    await using library = await branchFromMain({ 'tier.yaml': tiers.replace('gold', 'silver') });
    await using folder = await branchFromMain();
    const local = ['-c', 'protocol.file.allow=always'];
    await git(folder.path, ...local, 'submodule', '--quiet', 'add', library.path, 'applications/shared');
    await git(folder.path, ...local, 'submodule', '--quiet', 'add', library.path, 'unused');
    await commitAll(folder.path);
    expect(await plan(folder.path, '--base', 'HEAD', '--detailed-exit-code')).toMatchObject({
      code: 3,
      stderr:
        'What applications/shared holds counts as new, since it is a submodule, which no commit holds.\n',
    });
    expect((await sidesOf(folder.path, '--base', 'HEAD', '--head', 'HEAD')).at(-1)).toBe('are the same');
  });
});

describe('gatewright plan of a base that lacks something', () => {
  test.each([
    ['the configuration', 'gateway.config.yaml', [], 'has no such configuration yet'],
    ['the deployment', 'gateway.config.yaml', ['--deployment', 'dev'], 'has no deployment dev yet'],
  ])('%s takes all for new', async (_, file, words, said) => {
    const { [file]: __, ...without } = cleanSources;
    await using folder = await branchFromMain(words.length === 0 ? without : cleanSources);
    await folder.write(
      file,
      config.replace('  qa:', '  dev: { gatewayUrl: https://dev.example.edu }\n  qa:'),
    );
    const { code, stdout } = await plan(folder.path, '--detailed-exit-code', ...words);
    expect({ code, stdout }).toEqual({
      code: 3,
      stdout: expect.stringContaining(`Everything is added: main ${said}.`),
    });
    const json = JSON.parse((await plan(folder.path, '--format', 'json', ...words)).stdout);
    expect(json.base).toEqual({
      name: 'main',
      commit: await git(folder.path, 'rev-parse', 'main'),
      lacks: words.length === 0 ? 'configuration' : 'deployment',
    });
  });
});

describe('gatewright plan of what does not compile', () => {
  test.each(['human', 'json', 'markdown', 'github'])(
    'tells of the head as %s, with exit code 1',
    async (format) => {
      await using folder = await branchFromMain();
      await folder.write('tiers.yaml', brokenTiers);
      const { code, stdout, stderr } = await plan(folder.path, '--format', format);
      expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
      expect(stdout).toContain('invalid-value');
      expect(stdout).toMatch(/[^\n]\n$/);
    },
  );

  test('reports a broken base, with exit code 2', full, async () => {
    await using folder = await branchFromMain({ ...cleanSources, 'tiers.yaml': brokenTiers });
    await folder.write('tiers.yaml', tiers);
    const { code, stdout, stderr } = await plan(folder.path);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(`\
In the base, main at ${await idOf(folder, 'main')}:

error invalid-value \`requests\` must be an integer.
  tiers.yaml:3:20
    2 | name: gold
    3 | limit: { requests: many, unit: minute }
      |                    ^^^^
  help: Requests allowed in each unit of time.

1 error

error: The base does not compile, so that nothing can be compared with it.
help: Name an older commit that compiles with --base REF.
`);
    await folder.write('tiers.yaml', `${brokenTiers}description: x\n`);
    expect(await plan(folder.path)).toMatchObject({ code: 1, stderr: '' });
  });

  test('shows no secret of either side', full, async () => {
    const api = cleanSources['apis/dog_park/v1/api.yaml'] ?? '';
    const secret = api.replace('https://dogs.internal', 'https://user:hunter2@dogs.internal');
    await using folder = await branchFromMain();
    await commit(folder, 'apis/dog_park/v1/api.yaml', secret);
    for (const format of ['human', 'json', 'markdown', 'github']) {
      const { code, stdout, stderr } = await plan(folder.path, '--format', format);
      expect({ code, leak: `${stdout}${stderr}`.includes('hunter2') }).toEqual({ code: 1, leak: false });
    }
    await folder.write('apis/dog_park/v1/api.yaml', api);
    const { code, stderr } = await plan(folder.path, '--base', 'HEAD');
    expect({ code, leak: stderr.includes('hunter2') }).toEqual({ code: 2, leak: false });
  });
});

describe('gatewright plan --format', () => {
  test('writes files, and on GitHub the summary of the step', full, async () => {
    await using folder = await branchFromMain();
    await folder.write('summary.md', 'Said before.\n');
    const env = { GITHUB_STEP_SUMMARY: join(folder.path, 'summary.md') };
    const words = ['plan', '--format', 'github', '--format', 'markdown=plan.md'];
    expect(await callGatewright(folder.path, words, env)).toEqual({
      code: 0,
      stdout: 'Nothing changes. Lint was not checked.\n',
      stderr: 'Wrote the plan to plan.md.\n',
    });
    const comment = await folder.read('plan.md');
    expect(comment).toMatch(
      /^<!-- gatewright-plan -->\n\n## Allowed: nothing changes \(the working tree\)\n/,
    );
    expect(await folder.read('summary.md')).toBe(`Said before.\n${comment}`);
  });

  test('mentions the errors that lint has reported', async () => {
    await using folder = await branchFromMain();
    await folder.write('lint.json', JSON.stringify({ format: 1, counts: { error: 2 } }));
    expect(await plan(folder.path, '--lint', 'lint.json')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/ Nothing changes\. Lint fails: 2 errors\.\n$/) as string,
    });
    expect(await plan(folder.path, '--lint', 'missing.json')).toMatchObject({
      stdout: expect.stringMatching(/ Nothing changes\. Lint could not run\.\n$/) as string,
    });
    expect(await plan(folder.path, '--lint', 'tiers.yaml')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: tiers.yaml does not contain a report of lint.\n' +
        'help: Write one with `gatewright lint --format json=FILE`.\n',
    });
  });

  test('shows what a rule that is switched off hides, and whether the head lints', async () => {
    await using folder = await branchFromMain();
    const gateway = await folder.read('gateway.config.yaml');
    await folder.write('gateway.config.yaml', `${gateway}lint:\n  rules: { path-plural: off }\n`);
    const { code, stdout } = await plan(folder.path, '--format', 'json');
    const { findings, lint } = JSON.parse(stdout) as Record<string, unknown>;
    expect({ code, findings, lint }).toEqual({
      code: 0,
      findings: [
        expect.objectContaining({
          code: 'rule-relaxed',
          severity: 'warning',
          sensitive: 'checks',
          message: '1 rule without findings in the head may report less: path-plural.',
        }),
      ],
      lint: { errors: 0, warnings: 0 },
    });
    const human = await plan(folder.path);
    expect(human.stdout).toContain(
      'rule-relaxed: 1 rule without findings in the head may report less: path-plural. (what is checked)',
    );
    expect(human.stdout).toContain('Lint passes.');
    expect((await plan(folder.path, '--format', 'github')).stdout).toContain(
      'title=rule-relaxed%2C sensitive%3A what is checked',
    );
  });

  test.each([
    ['off', 'off'],
    ['warning', 'only a warning'],
  ])('names a rule that is %s as the reason why a breaking change is allowed', async (severity, is) => {
    const definition = 'apis/dog_park/v1/openapi.yaml';
    const fewer = (cleanSources[definition] ?? '').replace('maximum: 100', 'maximum: 50');
    const lint = `lint:\n  rules: { breaking-change-in-version: ${severity} }\n`;
    await using folder = await branchFromMain();
    await commit(folder, 'gateway.config.yaml', `${config}${lint}`);
    await commit(folder, definition, fewer);
    const allowed = `allowed since breaking-change-in-version is ${is} in gateway.config.yaml`;
    const breaking = [
      `### May break callers of live versions, but ${allowed}`,
      '- **DogPark/v1**, `GET /dogs`: query `limit` at most 50, was 100 (`apis/dog_park/v1/openapi.yaml:94`)<br>',
    ];
    expect(await commentOf(folder)).toEqual([
      `## Allowed: 1 breaking change, ${allowed.replace('allowed ', '')}`,
      '### Rules that forbid less now',
      expect.stringContaining(
        `The severity of breaking-change-in-version is lowered from error to ${severity}.`,
      ),
      ...breaking,
    ]);
    expect((await commentOf(folder, '--base', 'HEAD~1')).slice(1)).toEqual(breaking);
  });

  test('shows changes that affect applications before others, and changes of texts last', async () => {
    const definition = 'apis/dog_park/v1/openapi.yaml';
    await using folder = await branchFromMain();
    await folder.write(definition, (cleanSources[definition] ?? '').replace('Lists the', 'Shows the'));
    await commit(folder, 'tiers.yaml', `${slowTiers}---\n${tiers.replace('gold', 'silver')}`);
    expect((await commentOf(folder)).map((line) => line.split(' (`')[0])).toEqual([
      '## Allowed: 1 application affected',
      '### 3 changes',
      '- **Tier gold**: 1000 → 500 requests a minute',
      '- **Tier silver** was added: 1000 requests a minute',
      '- **DogPark/v1**, `GET /dogs`: summary changed: Lists the dogs. → Shows the dogs.',
    ]);
  });

  test('counts what lint reports of the same head', async () => {
    const provider =
      'type: saml\nissuer: https://sso.example.edu\ncertificates: [{ fromFile: certs/campus.pem }]\n';
    await using folder = await branchFromMain({
      ...cleanSources,
      'identity-providers/campus.yaml': `kind: IdentityProvider\nname: campus\n${provider}`,
      'certs/campus.pem': exampleCertificates.elliptic,
      'apis/stray.yaml': 'openapi: 3.0.3\n',
    });
    const gateway = await folder.read('gateway.config.yaml');
    await folder.write(
      'gateway.config.yaml',
      `${gateway}token: { tokensNotBefore: 2999-01-01T00:00:00Z }\nlint: { rules: { path-plural: warning } }\n`,
    );
    const linted = await callGatewright(folder.path, ['lint', '--format', 'json']);
    const { diagnostics, counts } = JSON.parse(linted.stdout);
    expect(diagnostics.map(({ code }: { readonly code: string }) => code)).toEqual([
      'stray-file',
      'tokens-not-before-past',
      'identity-provider-certificate-keys',
    ]);
    const { lint } = JSON.parse((await plan(folder.path, '--format', 'json')).stdout);
    expect(lint).toEqual({ errors: counts.error, warnings: counts.warning });
  });

  test('knows its own formats', full, async () => {
    expect(await plan('/', '--format', 'sarif')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: Unknown format "sarif".\nhelp: A format is human, summary, json, markdown, or github.\n',
    });
  });
});

describe('gatewright plan cannot run', () => {
  test('outside of a repository, and before there is a commit', full, async () => {
    await using folder = await temporaryFolder();
    const outside = [
      `error: ${folder.path} is not in a git working tree.`,
      'help: Only the files of a clone can be compared with a commit.',
      '',
    ];
    expect(await sidesOf(folder.path)).toEqual(outside);
    expect(await sidesOf(folder.path, '--head', 'main', '--base', 'main')).toEqual(outside);
    await makeRepository(folder.path);
    const noCommit = [
      `error: The repository of ${folder.path} has no commit yet.`,
      'help: Commit something first.',
      '',
    ];
    expect(await sidesOf(folder.path)).toEqual(noCommit);
    expect(await sidesOf(folder.path, '--head', 'HEAD')).toEqual(noCommit);
  });

  test.each([
    ['--base', '--all'],
    ['--head', '--output=plan.txt'],
    ['--base', 'main:tiers.yaml'],
    ['--head', 'main^{tree}'],
  ])('with %s=%s, which is not a commit', full, async (option, ref) => {
    await using folder = await branchFromMain();
    expect((await sidesOf(folder.path, `${option}=${ref}`))[0]).toBe(
      `error: The repository knows no commit ${JSON.stringify(ref)}.`,
    );
  });

  test('where the head has no such configuration, or no such deployment', full, async () => {
    await using folder = await branchFromMain();
    expect(await sidesOf(folder.path, '--head', 'main', '--config', 'apis/gateway.config.yaml')).toEqual([
      'error: The configuration apis/gateway.config.yaml does not exist in main.',
      'help: Set an existing one with --config FILE.',
      '',
    ]);
    await folder.write('gateway.config.yaml', config.replace('qa:', 'dev:'));
    const help = 'help: Deployments are production, dev.';
    expect(await sidesOf(folder.path, '--deployment', 'qa')).toEqual([
      'error: gateway.config.yaml has no deployment "qa".',
      help,
      '',
    ]);
    await commitAll(folder.path);
    expect(await sidesOf(folder.path, '--deployment', 'qa', '--head', 'feature')).toEqual([
      'error: In feature, gateway.config.yaml has no deployment "qa".',
      help,
      '',
    ]);
  });

  test('where nothing is in common', full, async () => {
    await using folder = await branchFromMain();
    await git(folder.path, 'checkout', '--quiet', '--orphan', 'alone');
    await commitAll(folder.path, 'alone');
    const refusal = (head: string) => [
      `error: ${head} and main have no commit in common.`,
      `help: Name the branch that ${head} came from.`,
      '',
    ];
    expect(await sidesOf(folder.path)).toEqual(refusal('HEAD'));
    expect(await sidesOf(folder.path, '--head', 'alone')).toEqual(refusal('alone'));
  });

  test('in a clone that has fetched too little, and says how to fetch more', full, async () => {
    await using folder = await branchFromMain();
    await commit(folder, 'tiers.yaml', slowTiers);
    await git(folder.path, 'checkout', '--quiet', 'main');
    await commit(folder, 'x.txt', 'x');
    const from = `file://${folder.path}`;
    await git(folder.path, 'clone', '--quiet', '--depth', '1', '--branch', 'feature', from, 'shallow');
    const shallow = join(folder.path, 'shallow');
    const deepen =
      'run `git fetch --unshallow`, or in GitHub Actions give actions/checkout `fetch-depth: 0`.';
    expect(await sidesOf(shallow)).toEqual([
      'error: This clone does not know the default branch of its remote.',
      `help: Name the branch to compare with: --base REF. This clone is shallow: ${deepen}`,
      '',
    ]);
    await git(shallow, 'fetch', '--quiet', '--depth', '1', 'origin', 'main:refs/remotes/origin/main');
    expect(await sidesOf(shallow)).toEqual([
      'error: This clone is too shallow to hold the commit at which HEAD left origin/main.',
      `help: To have it, ${deepen}`,
      '',
    ]);
    await git(shallow, 'fetch', '--quiet', '--unshallow', 'origin');
    expect((await sidesOf(shallow)).at(-1)).toBe('differ');
  });

  test('in a sparse clone that lacks declarations, but for a commit', full, async () => {
    await using folder = await branchFromMain();
    await git(folder.path, 'sparse-checkout', 'set', '--no-cone', '/*', '!/applications', '!/*.md');
    expect(await sidesOf(folder.path)).toEqual([
      'error: This clone is sparse: applications/dog_walker.yaml is not checked out, and would look like a removed file.',
      'help: Compare a commit instead: `gatewright plan --head HEAD`; or check out all files: `git sparse-checkout disable`.',
      '',
    ]);
    expect((await sidesOf(folder.path, '--head', 'HEAD')).at(-1)).toBe('are the same');
  });
});
