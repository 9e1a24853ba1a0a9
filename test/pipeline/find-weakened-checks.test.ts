import { describe, expect, test } from 'vitest';
import { writeBaseline } from '#compiler/rule/suppression/baseline.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { exampleNow } from '#compiler/rule/define-rule.ts';
import { BuildStore } from '#compiler/workspace/build-store.ts';
import { check } from '#pipeline.ts';
import { readForComparison } from '#pipeline/compare.ts';
import { findWeakenedChecks } from '#pipeline/find-weakened-checks.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';

type Files = Readonly<Record<string, string>>;

const configFile = 'gateway.config.yaml';
const document = 'apis/dog_park/v1/openapi.yaml';
/** Two paths in the singular, which `path-plural` reports. */
const singular: Files = {
  ...cleanSources,
  [document]: (cleanSources[document] ?? '').replaceAll('/dogs', '/dog'),
};
const places = `${document}:8 and ${document}:46`;
const hidden = [8, 46].map((line) => `${document}:${line} The resource name \`dog\` is singular.`);

function withLint(files: Files, lint: string): Files {
  return { ...files, [configFile]: `${cleanSources[configFile]}lint:\n${lint}` };
}

async function withBaseline(files: Files): Promise<Files> {
  const { diagnostics, sources } = await check(memorySourceTree(files), configFile);
  return { ...files, 'gatewright-baseline.json': writeBaseline(diagnostics, sources) };
}

/** Each warning as `severity sensitivity code file:line message`, with the hidden findings. */
async function weakenedBy(base: Files, head: Files, known?: BuildStore) {
  const trees = [memorySourceTree(base), memorySourceTree(head)] as const;
  const compareIn = await readForComparison(...trees, configFile, known);
  const weakened = await findWeakenedChecks(compareIn('production'), { tree: trees[1], now: exampleNow });
  return (
    weakened && {
      findings: weakened.findings.map(({ code, severity, sensitive, message, at, related = [] }) => ({
        said: `${severity} ${sensitive} ${code} ${at.file}:${at.line} ${message}`,
        hidden: related.map((one) => `${one.at.file}:${one.at.line} ${one.message}`),
      })),
      counts: weakened.counts,
    }
  );
}

const none = { errors: 0, warnings: 0 };

describe('what a change does to the checks of lint', () => {
  test('is not asked as long as their settings are the same', async () => {
    expect(await weakenedBy(cleanSources, singular)).toBeUndefined();
  });

  test.each([
    ['off, in all files', '  rules: { path-plural: off }\n', 'off, which hides', none],
    ['a warning', '  rules: { path-plural: warning }\n', 'warning, for', { errors: 0, warnings: 2 }],
    [
      'off, in some files',
      "  overrides:\n    - { files: ['apis/**'], rules: { path-plural: off } }\n",
      'off, which hides',
      none,
    ],
  ])('a rule that becomes %s', async (_, lint, effect, counts) => {
    const said = `The severity of path-plural is lowered from error to ${effect} 2 findings: ${places}.`;
    const findings = [{ said: `warning checks rule-relaxed gateway.config.yaml:10 ${said}`, hidden }];
    const head = withLint(singular, lint);
    expect(await weakenedBy(singular, head)).toEqual({ findings, counts });
    // Of definitions whose findings are known, too.
    const store = new BuildStore('many');
    await weakenedBy(singular, singular, store);
    expect(await weakenedBy(singular, head, store)).toEqual({ findings, counts });
  });

  test('an option that allows more', async () => {
    const head = withLint(singular, '  rules: { path-plural: { singular: [dog] } }\n');
    expect((await weakenedBy(singular, head))?.findings.map(({ said }) => said)).toEqual([
      `warning checks rule-relaxed gateway.config.yaml:10 The options of path-plural newly allow 2 findings: ${places}.`,
    ]);
  });

  test.each([
    ['path-noun: { verbs: [dogs] }', 'path-noun'],
    ['path-concrete: { abstract: [dogs] }', 'path-concrete'],
  ])('a word that forbids, removed or added: %s', async (rule, name) => {
    const files = withLint(cleanSources, `  rules: { ${rule} }\n`);
    const without = withLint(cleanSources, '  rules: {}\n');
    const removed = await weakenedBy(files, without);
    expect(removed?.findings).toEqual([
      {
        said: expect.stringMatching(
          `^warning checks rule-relaxed gateway.config.yaml:10 The options of ${name} newly allow [12] findings?: `,
        ) as string,
        hidden: expect.arrayContaining([expect.stringContaining(`${document}:8 `)]) as string[],
      },
    ]);
    expect((await weakenedBy(without, files))?.findings).toEqual([]);
  });

  test('rules that hide nothing are one warning', async () => {
    const head = withLint(cleanSources, '  rules: { path-plural: off, path-snake-case: off }\n');
    expect(await weakenedBy(cleanSources, head)).toEqual({
      findings: [
        {
          said: 'warning checks rule-relaxed gateway.config.yaml:10 2 rules without findings in the head may report less: path-snake-case and path-plural.',
          hidden: [],
        },
      ],
      counts: none,
    });
  });

  test('a rule that becomes stricter is not reported', async () => {
    const base = withLint(singular, '  rules: { path-plural: off }\n');
    expect(await weakenedBy(base, singular)).toEqual({ findings: [], counts: { errors: 2, warnings: 0 } });
  });

  test('a baseline that accepts more', async () => {
    const said = `The baseline newly accepts 2 findings of path-plural: ${places}.`;
    expect(await weakenedBy(singular, await withBaseline(singular))).toEqual({
      findings: [{ said: `warning checks baseline-extended gatewright-baseline.json:1 ${said}`, hidden }],
      counts: none,
    });
  });

  test('a baseline that only loses what was fixed', async () => {
    const [base, head] = [await withBaseline(singular), await withBaseline(cleanSources)];
    expect(await weakenedBy(base, head)).toEqual({ findings: [], counts: none });
  });

  test('an ignore file that suppresses more', async () => {
    const entry = `{ rule: path-plural, file: ${document}, pointer: /paths/~1dog, reason: a park has one }`;
    const said = `The ignore file newly suppresses 1 finding of path-plural: ${document}:8.`;
    expect(await weakenedBy(singular, { ...singular, 'gatewright-ignore.yaml': `- ${entry}\n` })).toEqual({
      findings: [
        {
          said: `warning checks suppression-added gatewright-ignore.yaml:1 ${said}`,
          hidden: hidden.slice(0, 1),
        },
      ],
      counts: { errors: 1, warnings: 0 },
    });
  });
});
