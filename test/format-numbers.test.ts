import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { tableFormat } from '#compiled/manifest.ts';

/** The numbers in the table of docs/upgrading.md, by the words of its first column. */
async function readDocumented(): Promise<Readonly<Record<string, number>>> {
  const text = await readFile('docs/upgrading.md', 'utf8');
  const rows = [...text.matchAll(/^\| (.+?) +\| (\d+) +\|/gm)];
  return Object.fromEntries(rows.map(([, name = '', number]) => [name, Number(number)]));
}

/** The number that a source file writes, where no constant of its own has it. */
async function readNumber(file: string, pattern: RegExp): Promise<number> {
  const found = pattern.exec(await readFile(`src/${file}`, 'utf8'))?.[1];
  return Number(found);
}

test('docs/upgrading.md has the numbers of all formats that the code writes', async () => {
  const format = /\bformat: (\d+)[ ,}]/;
  const inJson = (view: string) => readNumber(`cli/${view}.ts`, /\bformat: (\d+),/);
  expect(await readDocumented()).toEqual({
    declarations: await readNumber('compiler/rule/clean-sources.ts', /^format: (\d+)$/m),
    'route table': tableFormat,
    'state, in SQLite': await readNumber('runtime/state/sqlite/state-database.ts', /\bversion: (\d+),/),
    'usage, in SQLite': await readNumber('runtime/state/usage/sqlite-usage.ts', /\bversion: (\d+),/),
    'findings of the last run': await readNumber('serve/sources/findings-file.ts', format),
    'report of `lint --format json`': await inJson('lint/views/json'),
    'report of `plan --format json`': await inJson('plan/views/plan-json'),
    'report of `report --format json`': await inJson('report/views/report-json'),
    'report of `status --format json`': await inJson('status/views/status-json'),
  });
});
