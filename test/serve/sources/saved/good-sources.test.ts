import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ReadSources } from '#pipeline/isolate/source-state.ts';
import { loadTexts } from '#pipeline/isolate/load-texts.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { GoodSources } from '#serve/sources/saved/good-sources.ts';

async function openGood() {
  const folder = await mkdtemp(join(tmpdir(), 'good-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'state', 'good.jsonl');
  const warnings: string[] = [];
  return { file, warnings, open: () => new GoodSources(file, (message) => warnings.push(message)) };
}

async function load(texts: Readonly<Record<string, string>>): Promise<ReadSources> {
  const all = new Map(Object.entries({ ...cleanSources, ...texts }));
  const read = await loadTexts(all, 'gateway.config.yaml');
  if (!read) throw new Error('the sources cannot be used');
  return read;
}

const large = (letter: string) => `# ${letter.repeat(50_000)}\n${cleanSources['tiers.yaml']}`;

test('the file is at most twice as long as what it keeps', async () => {
  const { file, warnings, open } = await openGood();
  const good = open();
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
    good.save(await load({ 'tiers.yaml': large(letter) }), new Map([['Api DogPark/v1', 1]]));
    await good.close();
    expect((await stat(file)).size).toBeLessThan(130_000);
    const { texts, since } = await open().read();
    expect(texts.get('tiers.yaml')).toBe(large(letter));
    expect(texts.get('users/ada.yaml')).toBe(cleanSources['users/ada.yaml']);
    expect([...since]).toEqual([['Api DogPark/v1', 1]]);
  }
  expect(warnings).toEqual([]);
});

test('a small change adds a line', async () => {
  const { file, open } = await openGood();
  const good = open();
  good.save(await load({ 'tiers.yaml': large('a') }), new Map());
  await good.close();
  const { ino, size } = await stat(file);
  good.save(await load({ 'tiers.yaml': large('a'), 'users/ada.yaml': '' }), new Map());
  await good.close();
  const after = await stat(file);
  expect(after.ino).toBe(ino);
  expect(after.size).toBeLessThan(size + 1000);
  expect((await open().read()).texts.get('users/ada.yaml')).toBe('');
});

test('a file that cannot be read is reported', async () => {
  const { file, warnings, open } = await openGood();
  expect((await open().read()).texts.size).toBe(0);
  expect(warnings).toEqual([]);
  await mkdir(file, { recursive: true });
  expect((await open().read()).texts.size).toBe(0);
  expect(warnings).toEqual([expect.stringContaining(`cannot be read from ${file}: `)]);
});
