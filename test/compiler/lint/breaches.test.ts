import { describe, expect, test } from 'vitest';
import { cleanDefinition } from '#compiler/rule/clean-sources.ts';
import { sortDiagnostics } from '#diagnostic/diagnostic.ts';
import { breaches } from './breaches.ts';
import type { Breach } from './breaches/breach.ts';
import { structureBreaches } from './breaches/structure-breaches.ts';
import { lintTexts } from './lint-texts.ts';

/** The findings in a definition, by place; the clean one is in the file `openapi.yaml`. */
async function findIn(text: string): Promise<readonly string[]> {
  const diagnostics = await lintTexts({ 'openapi.yaml': text }, 'openapi.yaml');
  return sortDiagnostics(diagnostics).map(({ at, severity, code }) => {
    const file = at.file.endsWith('/openapi.yaml') ? '' : `${at.file}:`;
    return `${file}${at.line}:${at.column} ${severity} ${code}`;
  });
}

function mutate({ replace, by }: Breach): string {
  expect(cleanDefinition).toContain(replace);
  return cleanDefinition.replace(replace, () => by);
}

function titleOf({ replace, by }: Breach): string {
  return `${JSON.stringify(replace)} by ${JSON.stringify(by)}`;
}

test('the clean document has no findings', async () => {
  expect(await findIn(cleanDefinition)).toEqual([]);
});

describe('exactly the findings listed are those of replacing', () => {
  const all = [...breaches, ...structureBreaches];
  test.each(all.map((breach) => [titleOf(breach), breach] as const))('%s', async (_title, breach) => {
    expect(await findIn(mutate(breach))).toEqual(breach.findings);
  });
});

test('no mutation is listed twice', () => {
  const titles = [...breaches, ...structureBreaches].map(titleOf);
  expect(titles).toEqual([...new Set(titles)]);
});
