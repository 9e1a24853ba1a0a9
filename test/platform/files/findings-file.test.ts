import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { digestOf } from '../../../src/compiled/digest.ts';
import type { Diagnostic } from '../../../src/diagnostic/diagnostic.ts';
import { FindingsFile } from '../../../src/platform/files/findings-file.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatewright-findings-'));
  file = join(folder, 'state', 'findings');
});

afterEach(() => rm(folder, { recursive: true }));

const [one, other] = [digestOf('one'), digestOf('other')];
const at = { file: 'a.yaml', line: 1, column: 1, endLine: 1, endColumn: 2, pointer: '' };
const found: readonly Diagnostic[] = [{ code: 'path-noun', severity: 'error', message: 'So it is.', at }];

async function keepBoth(): Promise<void> {
  const first = await FindingsFile.open(file, 'v1');
  expect(first.recall(one)).toBeUndefined();
  first.keep(one, found);
  first.keep(other, []);
  expect(first.recall(one)).toBe(found);
  await first.save();
}

test('what one run has found is known to the next, for its owner alone to read', async () => {
  await keepBoth();
  const next = await FindingsFile.open(file, 'v1');
  expect([next.recall(one), next.recall(other), next.recall(digestOf('third'))]).toEqual([
    found,
    [],
    undefined,
  ]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('what no run asks for any more is forgotten, and nothing is written where nothing has changed', async () => {
  await keepBoth();
  const whole = await FindingsFile.open(file, 'v1');
  expect([whole.recall(other), whole.recall(one)]).toEqual([[], found]);
  await rm(file);
  await whole.save();
  await expect(stat(file)).rejects.toThrow('ENOENT');
  await keepBoth();
  const half = await FindingsFile.open(file, 'v1');
  expect(half.recall(one)).toEqual(found);
  await half.save();
  expect((await FindingsFile.open(file, 'v1')).recall(other)).toBeUndefined();
});

test('another version of the program knows nothing of it', async () => {
  await keepBoth();
  expect((await FindingsFile.open(file, 'v2')).recall(one)).toBeUndefined();
});

test.each([
  ['changed by hand', (text: string) => text.replace('So it is', 'So it was')],
  ['cut short', (text: string) => text.slice(0, -1)],
  ['empty', () => ''],
  ['one line', (text: string) => text.replace('\n', '')],
  ['whole, and not of its kind', () => `${digestOf('[]')}\n[]`],
  ['whole, and without findings', () => `${digestOf('{"engine":"v1"}')}\n{"engine":"v1"}`],
])('a file that is %s knows nothing', async (_, damage) => {
  await keepBoth();
  await writeFile(file, damage(await readFile(file, 'utf8')));
  expect((await FindingsFile.open(file, 'v1')).recall(one)).toBeUndefined();
});

test.skipIf(process.getuid?.() === 0)(
  'it says so where it cannot be written (skipped for root)',
  async () => {
    await chmod(folder, 0o500);
    const cache = await FindingsFile.open(file, 'v1');
    cache.keep(one, found);
    await expect(cache.save()).rejects.toThrow('EACCES');
    await chmod(folder, 0o700);
  },
);
