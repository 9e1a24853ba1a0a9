import { appendFile, chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { digestOf } from '#compiled/digest.ts';
import type { BuildStore } from '#compiler/workspace/build-store.ts';
import {
  filesWithoutDeclarations,
  rememberedDefinitions,
  type RememberedDefinition,
} from '#compiler/workspace/remembered-definition.ts';
import { packJson } from '#serve/served/packed-json.ts';
import { FindingsFile } from '#serve/sources/findings-file.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatewright-findings-'));
  file = join(folder, 'state', 'findings');
});

afterEach(() => rm(folder, { recursive: true }));

const at = { file: 'a.yaml', line: 1, column: 1, endLine: 1, endColumn: 2, pointer: '' };
const found: RememberedDefinition = {
  settings: digestOf('settings'),
  files: { 'a.yaml': digestOf('a'), 'b.yaml': digestOf('b') },
  notices: [{ code: 'openapi-version', severity: 'warning', message: 'It is old.', at }],
  findings: [{ code: 'path-noun', severity: 'error', message: 'So it is.', at }],
  askedScopes: ['dogs:write'],
  operationNames: [['GET /dogs', 'listDogs'], ['POST /dogs']],
  operationSecurity: ['required', 'unspecified'],
};

/** Everything that a store remembers. */
function listIn(store: BuildStore) {
  return {
    definitions: [...store.of(rememberedDefinitions)],
    withoutDeclarations: [...store.of(filesWithoutDeclarations)],
  };
}

const nothing = { definitions: [], withoutDeclarations: [] };

/** Saves two definitions in a file that has some of them. */
async function saveBoth(known: readonly string[] = []): Promise<void> {
  const findings = new FindingsFile(file, 'v1');
  const store = await findings.open('one');
  expect([...store.of(rememberedDefinitions).keys()]).toEqual(known);
  store.of(rememberedDefinitions).set('a.yaml', found.settings, found);
  store.of(rememberedDefinitions).set('c.yaml', found.settings, { ...found, findings: [] });
  store.of(filesWithoutDeclarations).set('a.yaml', digestOf('a'), digestOf('a'));
  await findings.save(store);
}

test('what one run has found is known to the next, for its owner alone to read', async () => {
  await saveBoth();
  const store = await new FindingsFile(file, 'v1').open('one');
  expect(listIn(store)).toEqual({
    definitions: [
      ['a.yaml', found],
      ['c.yaml', { ...found, findings: [] }],
    ],
    withoutDeclarations: [['a.yaml', digestOf('a')]],
  });
  const known = store.of(rememberedDefinitions);
  expect(known.find('a.yaml', digestOf('other settings'))).toBeUndefined();
  expect(known.find('a.yaml', found.settings)).toEqual(found);
  expect(store.of(filesWithoutDeclarations).find('a.yaml', digestOf('b'))).toBeUndefined();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('what a run has not asked for is not saved, and nothing is written where nothing has changed', async () => {
  await saveBoth();
  const findings = new FindingsFile(file, 'v1');
  const store = await findings.open('one');
  await rm(file);
  await findings.save(store);
  await expect(stat(file)).rejects.toThrow('ENOENT');
  store.endRun('lint');
  store.of(rememberedDefinitions).find('c.yaml', found.settings);
  store.endRun('lint');
  await findings.save(store);
  const next = await new FindingsFile(file, 'v1').open('one');
  expect(listIn(next).definitions.map(([path]) => path)).toEqual(['c.yaml']);
});

test('another version of the program knows nothing of it', async () => {
  await saveBoth();
  expect(listIn(await new FindingsFile(file, 'v2').open('one'))).toEqual(nothing);
});

async function readPaths(): Promise<readonly string[]> {
  const store = await new FindingsFile(file, 'v1').open('one');
  return listIn(store).definitions.map(([path]) => path);
}

async function countLines(): Promise<number> {
  return (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '').length;
}

test('what a run adds is known to the next, even if it is killed before it saves', async () => {
  await saveBoth();
  const findings = new FindingsFile(file, 'v1');
  const store = await findings.open('one');
  const changed = { ...found, notices: [] };
  findings.add('a.yaml', packJson(changed));
  findings.add('d.yaml', packJson(changed));
  await vi.waitFor(async () => expect(await readPaths()).toEqual(['a.yaml', 'c.yaml', 'd.yaml']));
  const next = await new FindingsFile(file, 'v1').open('one');
  expect(next.of(rememberedDefinitions).find('a.yaml', found.settings)).toEqual(changed);
  expect(await countLines()).toBe(5);
  store.of(rememberedDefinitions).set('a.yaml', found.settings, changed);
  await findings.save(store);
  expect([await readPaths(), await countLines()]).toEqual([['a.yaml', 'c.yaml'], 3]);
});

test('a line after one that a killed run has not completed counts', async () => {
  await saveBoth();
  await appendFile(file, '\nsha256:0123');
  const findings = new FindingsFile(file, 'v1');
  await findings.open('one');
  findings.add('d.yaml', packJson(found));
  await vi.waitFor(async () => expect(await readPaths()).toEqual(['a.yaml', 'c.yaml', 'd.yaml']));
});

describe('a line that', () => {
  test.each([
    ['was changed by hand', (line: string) => line.replace('a.yaml', 'b.yaml')],
    ['was cut short', (line: string) => line.slice(0, -1)],
    ['has other bytes', (line: string) => line.replace(/.{20}$/, '\u0000'.repeat(20))],
    ['is of another version', (line: string) => line.replace(/^sha256:\w+/, digestOf('other'))],
    ['is empty', () => ''],
  ])('%s is ignored, and removed when something is saved', async (_, damage) => {
    await saveBoth();
    const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
    const damaged = lines.map((line) => (line.includes('"a.yaml","') ? damage(line) : line));
    await writeFile(file, `\n${damaged.join('\n')}`);
    expect(await readPaths()).toEqual(['c.yaml']);
    await saveBoth(['c.yaml']);
    expect([await readPaths(), await countLines()]).toEqual([['c.yaml', 'a.yaml'], 3]);
  });
});

test.each([
  ['empty', ''],
  ['of another format', `${digestOf('{"engine":"v1"}')}\n{"engine":"v1"}`],
  ['no text', new Uint8Array([0xff, 0x0a, 0xfe])],
])('a file that is %s is taken for an empty one, and written again', async (_, content) => {
  await saveBoth();
  await writeFile(file, content);
  await saveBoth();
  expect([await readPaths(), await countLines()]).toEqual([['a.yaml', 'c.yaml'], 3]);
});

test.skipIf(process.getuid?.() === 0)(
  'it says so where it cannot be written (skipped for root)',
  async () => {
    await chmod(folder, 0o500);
    const findings = new FindingsFile(file, 'v1');
    const store = await findings.open('one');
    store.of(rememberedDefinitions).set('a.yaml', found.settings, found);
    await expect(findings.save(store)).rejects.toThrow('EACCES');
    await chmod(folder, 0o700);
  },
);
