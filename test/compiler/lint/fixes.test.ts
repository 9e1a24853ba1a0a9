import { expect, test } from 'vitest';
import { applyFixes } from '#compiler/edit/apply-fixes.ts';
import { rules } from '#compiler/lint/rules.ts';
import { applyExampleEdits } from '#compiler/rule/example-edits.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { check } from '#pipeline.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { commentsOf } from '../edit/edited-values.ts';
import { examplesOf } from '../rule-examples.ts';

type Files = Readonly<Record<string, string>>;

async function diagnose(files: Files): Promise<readonly Diagnostic[]> {
  const { diagnostics } = await check(memorySourceTree(files), 'gateway.config.yaml');
  return diagnostics;
}

/** A diagnostic without its line, which may have moved. */
function describeDiagnostic({ code, message, at }: Diagnostic): string {
  return `${code} ${at.file}#${at.pointer} ${message}`;
}

/** The examples of rules with fixes. */
async function findFixable(): Promise<readonly (readonly [title: string, files: Files])[]> {
  const found: (readonly [string, Files])[] = [];
  for (const rule of rules) {
    for (const { title, edits } of examplesOf(rule)) {
      const files = applyExampleEdits(cleanSources, edits);
      const diagnostics = await diagnose(files);
      if (diagnostics.some(({ code, fix }) => code === rule.name && fix))
        found.push([`${rule.name}: ${title}`, files]);
    }
  }
  return found;
}

const fixable = await findFixable();

test('some rules have fixes', () => {
  expect(fixable.length).toBeGreaterThan(0);
});

test.each(fixable)('fixes remove their findings and add no others, in %s', async (_, files) => {
  const before = await diagnose(files);
  let after: Files = files;
  const fixed: string[] = [];
  for (let round = 0; round < 5; round += 1) {
    const result = applyFixes(await diagnose(after), (file) => after[file]);
    expect(result.refused).toEqual([]);
    fixed.push(...result.fixed.map(describeDiagnostic));
    after = { ...after, ...result.texts };
  }
  const left = before.map(describeDiagnostic).filter((one) => !fixed.includes(one));
  const found = await diagnose(after);
  expect(found.filter(({ fix }) => fix)).toEqual([]);
  expect(found.map(describeDiagnostic)).toEqual(left);
  for (const [file, text] of Object.entries(after))
    expect(commentsOf(text)).toEqual(commentsOf(files[file] ?? ''));
});
