import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyFixes } from '#compiler/edit/apply-fixes.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { Fix, FixStep } from '#diagnostic/fix.ts';
import { draws } from '../../full-run.ts';
import { changeValue, commentsOf, parseText } from './edited-values.ts';
import { anything, writtenJson, writtenYaml, type WrittenFile } from './file-arbitraries.ts';

const file = 'a.yaml';

function diagnosticWith(steps: readonly FixStep[], message = 'Wrong.'): Diagnostic {
  const at = { file, line: 1, column: 1, endLine: 1, endColumn: 1, pointer: '' };
  return { code: 'some-rule', severity: 'warning', message, at, fix: { title: 'Mend it', steps } };
}

function addMember(pointer: string, key: string, value: FixStep['value']): FixStep {
  return { type: 'add-member', at: { file, document: 0, pointer }, key, value };
}

function replaceValue(pointer: string, value: FixStep['value']): FixStep {
  return { type: 'replace-value', at: { file, document: 0, pointer }, value };
}

function apply(text: string, ...fixes: readonly (readonly FixStep[])[]) {
  const diagnostics = fixes.map((steps, index) => diagnosticWith(steps, `Fault ${index}.`));
  const { texts, fixed, waiting, refused } = applyFixes(diagnostics, (path) =>
    path === file ? text : undefined,
  );
  return {
    text: texts[file] ?? 'unchanged',
    fixed: fixed.map(({ message }) => message),
    waiting: waiting.map(({ message }) => message),
    refused: refused.map(({ reason }) => reason),
  };
}

describe('several fixes of a file', () => {
  test('are applied together where they are apart', () => {
    expect(
      apply('a: { b: 1 } # one\nc: 2.0\n', [addMember('/a', 'd', 'x')], [replaceValue('/c', '2.0')]),
    ).toEqual({
      text: 'a: { b: 1, d: x } # one\nc: "2.0"\n',
      fixed: ['Fault 0.', 'Fault 1.'],
      waiting: [],
      refused: [],
    });
  });

  test.each<[string, FixStep, FixStep]>([
    ['change one value', replaceValue('/a/b', 2), replaceValue('/a/b', 3)],
    ['add to the same line', addMember('/a', 'd', 1), addMember('/a', 'e', 1)],
    ['change what the first one writes anew', replaceValue('/a', 2), replaceValue('/a/b', 3)],
    ['write anew what the first one changes', addMember('/a', 'd', 1), replaceValue('', 3)],
    ['add to what the first one writes anew', replaceValue('/a', 2), addMember('/a', 'd', 1)],
  ])('wait for the next round where they %s', (_, first, second) => {
    const text = 'a:\n  b: 1\n';
    expect(apply(text, [first], [second])).toEqual({
      ...apply(text, [first]),
      waiting: ['Fault 1.'],
    });
  });
});

describe('the steps of a fix', () => {
  test('may add several members to a mapping, and to the one around it', () => {
    const steps = [addMember('', 'e', 1), addMember('/a', 'c', 1), addMember('/a', 'd', {})];
    expect(apply('a:\n  b: 1\n# end\n', steps).text).toBe('a:\n  b: 1\n  c: 1\n  d: {}\ne: 1\n# end\n');
  });

  test('are all left where one of them cannot be taken', () => {
    const text = 'a: &x { b: 1 }\nc: *x\nd: 1\n';
    expect(apply(text, [replaceValue('/d', 2), addMember('/c', 'e', 1)], [replaceValue('/d', 3)])).toEqual({
      text: 'a: &x { b: 1 }\nc: *x\nd: 3\n',
      fixed: ['Fault 1.'],
      waiting: [],
      refused: ['The value at /c is an alias, so it has to be edited by hand.'],
    });
  });

  test.each<[string, string, readonly FixStep[]]>([
    ['a: 1\n', 'The mapping has the key a already.', [addMember('', 'a', 2)]],
    ['a: { b: 1 }\n', 'The steps of the fix overlap.', [replaceValue('/a', 1), addMember('/a', 'c', 1)]],
    [
      'a: &x { b: 1 }\nc: *x\n',
      'The value at /a/b is used elsewhere by the anchor &x, so it has to be edited by hand.',
      [replaceValue('/a/b', 2)],
    ],
  ])('are refused in %j: %s', (text, reason, steps) => {
    expect(apply(text, steps)).toEqual({ text: 'unchanged', fixed: [], waiting: [], refused: [reason] });
  });

  test('may be in several files, of which each must have been read', () => {
    const elsewhere: Fix['steps'][number] = {
      ...addMember('', 'x', 1),
      at: { file: 'b.json', document: 0, pointer: '' },
    };
    const fixes = [diagnosticWith([addMember('', 'x', 1), elsewhere])];
    const read = new Map([
      [file, 'a: 1\n'],
      ['b.json', '{}\n'],
    ]);
    expect(applyFixes(fixes, (path) => read.get(path)).texts).toEqual({
      [file]: 'a: 1\nx: 1\n',
      'b.json': '{ "x": 1 }\n',
    });
    read.delete('b.json');
    const { texts, refused } = applyFixes(fixes, (path) => read.get(path));
    expect({ texts, reasons: refused.map(({ reason }) => reason) }).toEqual({
      texts: {},
      reasons: ['b.json was not read.'],
    });
  });
});

type Choice = readonly (readonly [kind: boolean, place: number, value: FixStep['value']])[];

const choices: fc.Arbitrary<readonly Choice[]> = fc.array(
  fc.array(fc.tuple(fc.boolean(), fc.nat(), anything), { minLength: 1, maxLength: 3 }),
  { minLength: 1, maxLength: 4 },
);

/** A fix on some places of a file; each member that it adds has its own name. */
function toFix({ maps, places }: WrittenFile, steps: Choice, fix: number): readonly FixStep[] {
  return steps.map(([replaces, choice, value], index) => {
    const all = replaces ? places : maps;
    const at = { file, ...all[choice % all.length]! };
    return replaces
      ? { type: 'replace-value', at, value }
      : { type: 'add-member', at, key: `added${fix}_${index}`, value };
  });
}

describe.each<[string, fc.Arbitrary<WrittenFile>, (text: string) => readonly unknown[]]>([
  ['YAML', writtenYaml, parseText],
  ['JSON', writtenJson, (text) => [JSON.parse(text) as unknown]],
])('in %s', (_, arbitrary, parse) => {
  test('fixes that are applied change exactly what their steps say, and lose no comment', () => {
    fc.assert(
      fc.property(arbitrary, choices, (written, chosen) => {
        const fixes = chosen.map((steps, index) => diagnosticWith(toFix(written, steps, index)));
        const { texts, fixed } = applyFixes(fixes, () => written.text);
        const after = texts[file] ?? written.text;
        const steps = fixed.flatMap(({ fix }) => fix?.steps ?? []);
        expect(parse(after)).toEqual(steps.reduce(takeStep, written.values));
        expect(commentsOf(after)).toEqual(commentsOf(written.text));
      }),
      { numRuns: draws(300) },
    );
  });
});

function takeStep(values: readonly unknown[], step: FixStep): readonly unknown[] {
  return changeValue(values, step.at, (value) =>
    step.type === 'replace-value' ? step.value : { ...(value as object), [step.key]: step.value },
  );
}
