import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digestOf } from '#compiled/digest.ts';
import { cleanDefinition, cleanSources } from '#compiler/rule/clean-sources.ts';
import { diffTable } from '#compiler/plan/delta/table-delta.ts';
import type { BuildStore } from '#compiler/workspace/build-store.ts';
import {
  filesWithoutDeclarations,
  rememberedDefinitions,
} from '#compiler/workspace/remembered-definition.ts';
import {
  compareNewVersions,
  evaluateComparison,
  readForComparison,
  type Comparison,
} from '#pipeline/compare.ts';
import { FindingsFile } from '#serve/sources/findings-file.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { changingProject, someEdits, type FileEdit } from '../cli/lint/changing-project.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { draws } from '../full-run.ts';

type Files = Readonly<Record<string, string>>;

const declaration = 'apis/dog_park/v1/api.yaml';
const definition = 'apis/dog_park/v1/openapi.yaml';
const edited = cleanDefinition.replace("'304':", "'307':");
const invalid = cleanDefinition.replace('{ type: string }', "{ type: string, pattern: '(a' }");
const deployments = ['production', 'qa'] as const;

async function compareAll(base: Files, head: Files, known?: BuildStore): Promise<readonly Comparison[]> {
  const trees = [memorySourceTree(base), memorySourceTree(head)] as const;
  const compareIn = await readForComparison(...trees, 'gateway.config.yaml', known);
  return deployments.map(compareIn);
}

/** Everything that a report shows of a comparison. */
function describeAll(comparison: Comparison) {
  const { base, head, plan } = comparison;
  return {
    diagnostics: [base.diagnostics, head.diagnostics],
    lacks: base.lacks,
    plan,
    delta: plan && head.compiled && diffTable(base.compiled, head.compiled),
    verdict: evaluateComparison(comparison),
    versions: compareNewVersions(comparison).map(({ api, breaks }) => [api.value, breaks]),
    parts: [base, head].map(({ compiled }) => compiled && Object.fromEntries(compiled.apis)),
  };
}

describe('a comparison with what earlier ones have saved', () => {
  test('finds what one without it finds, after any edits of either side', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(someEdits, someEdits), { maxLength: 4 }), async (steps) => {
        await using folder = await temporaryFolder({});
        const file = new FindingsFile(join(folder.path, 'saved'), 'engine');
        let base: Files = changingProject;
        for (const [first, second] of [[[], []] as const, ...steps]) {
          base = apply(first, base);
          const head = apply(second, base);
          const store = await file.open('many');
          const known = (await compareAll(base, head, store)).map(describeAll);
          await file.save(store);
          expect(known).toEqual((await compareAll(base, head)).map(describeAll));
        }
      }),
      { numRuns: draws(40) },
    );
  });

  test('uses what is known of a definition that both sides have', async () => {
    const { store, known } = await compareAfterForgery({}, {});
    expect(known[0]?.head.compiled?.manifest.apis).toMatchObject([{ part: 'forged' }]);
    expect(known[0]?.plan?.changes).toEqual([]);
    expect(store.of(rememberedDefinitions).size).toBe(1);
  });

  test('knows the parts of each deployment apart', async () => {
    const sandbox = 'deployments: { qa: { endpoints: { sandbox: { targets: [] } } } }\n';
    const files = { ...cleanSources, [declaration]: `${cleanSources[declaration]}${sandbox}` };
    await using folder = await temporaryFolder({});
    const file = new FindingsFile(join(folder.path, 'saved'), 'engine');
    const store = await file.open('many');
    const first = await compareAll(files, files, store);
    await file.save(store);
    const second = await compareAll(files, files, await file.open('many'));
    expect(second.map(describeAll)).toEqual(first.map(describeAll));
  });

  test.each<[title: string, base: Files, head: Files]>([
    ['an edited definition', {}, { [definition]: edited }],
    ['an edited definition of an earlier head', { [definition]: edited }, {}],
    ['a definition with a pattern that is none', {}, { [definition]: invalid }],
    [
      'a definition with such a pattern that only the head has',
      {},
      {
        'apis/cat_park/v1/api.yaml': (cleanSources[declaration] ?? '')
          .replace('DogPark', 'CatPark')
          .replace('/dog_park', '/cat_park')
          .replaceAll('dogs', 'cats'),
        'apis/cat_park/v1/openapi.yaml': invalid,
      },
    ],
    ['a definition with an error', {}, { [definition]: cleanDefinition.replace("'304':", "'3045':") }],
    [
      'an edited declaration',
      {},
      {
        declaration: cleanSources[declaration]?.replace('dogs.', 'cats.') ?? '',
      },
    ],
    ['a definition that is a declaration too', {}, { [definition]: `kind: Tier\n${cleanDefinition}` }],
  ])('takes nothing from a forged file about %s', async (_, base, head) => {
    const { known, unknown } = await compareAfterForgery(base, head);
    expect(known.map(withoutDigests)).toEqual(unknown.map(withoutDigests));
  });
});

function withoutDigests(comparison: Comparison) {
  const { plan, diagnostics, verdict } = describeAll(comparison);
  return { changes: plan?.changes, diagnostics, verdict };
}

/** Compares after a run in which both sides were known, and after each digest and finding of it was forged. */
async function compareAfterForgery(base: Files, head: Files) {
  await using folder = await temporaryFolder({});
  const file = new FindingsFile(join(folder.path, 'saved'), 'engine');
  const sides: readonly [Files, Files] = [
    { ...cleanSources, ...base },
    { ...cleanSources, ...head },
  ];
  const store = await file.open('many');
  await compareAll(sides[1], sides[1], store);
  const remembered = store.of(rememberedDefinitions);
  for (const [path, one] of remembered) {
    const parts = Object.fromEntries(Object.keys(one.parts ?? {}).map((key) => [key, 'forged' as never]));
    remembered.revise(path, () => ({ ...one, findings: [], parts }));
  }
  for (const [path, text] of Object.entries(sides[1])) {
    const digest = digestOf(text);
    if (text !== sides[0][path]) store.of(filesWithoutDeclarations).set(path, digest, digest);
  }
  await file.save(store);
  const opened = await file.open('many');
  return {
    store: opened,
    known: await compareAll(...sides, opened),
    unknown: await compareAll(...sides),
  };
}

function apply(edits: readonly FileEdit[], files: Files): Files {
  const changed = new Map(Object.entries(files));
  for (const { file, text } of edits) {
    if (text === undefined) changed.delete(file);
    else changed.set(file, text);
  }
  return Object.fromEntries(changed);
}
