import { beforeAll, describe, expect, test } from 'vitest';
import type { Compiled } from '../../src/compiled/compiled.ts';
import { findBreaches } from '../../src/compiled/invariants.ts';
import { readTable, TableError, writeTable } from '../../src/compiled/table.ts';
import { cleanSources } from '../../src/compiler/rule/clean-sources.ts';
import { build } from '../../src/pipeline.ts';
import { memorySourceTree } from '../../src/source/memory-source-tree.ts';

let compiled: Compiled;
let text: string;

beforeAll(async () => {
  const built = await build(memorySourceTree(cleanSources), 'gateway.config.yaml', 'production');
  compiled = built.compiled!;
  text = writeTable(compiled);
});

describe('a route table', () => {
  test('comes back as it was written', () => {
    expect(readTable(text)).toEqual(compiled);
    expect(writeTable(readTable(text))).toBe(text);
    expect(findBreaches(compiled)).toEqual([]);
  });

  test.each([
    [
      'is no JSON',
      () => 'kind: Gateway',
      'The file is not JSON, so it is no route table; make one with `gatewright compile --out`.',
    ],
    [
      'is cut short',
      () => text.slice(0, -20),
      'The file is not JSON, so it is no route table; make one with `gatewright compile --out`.',
    ],
    [
      'is other JSON',
      () => '{}',
      'The file has no `format`, so it is no route table; make one with `gatewright compile --out`.',
    ],
    [
      'is an array',
      () => '[]',
      'The file has no `format`, so it is no route table; make one with `gatewright compile --out`.',
    ],
    ['has no parts', () => '{"format":1}', 'The route table has no manifest or no parts; compile it again.'],
  ])('that %s is refused', (_title, change, message) => {
    expect(() => readTable(change())).toThrow(new TableError(message));
  });

  test('of a newer format is refused with what to do', () => {
    expect(() => readTable(text.replace('"format":1', '"format":2'))).toThrow(
      'The route table has format 2, and this version of gatewright runs format 1; run it with the version that compiled it, or compile it again with this one.',
    );
  });

  test.each([
    [
      'the manifest',
      '"organisation":"Example',
      '"organisation":"Other',
      'The manifest does not match its digest',
    ],
    ['a part', 'dogs.internal', 'evil.internal', 'The part sha256:'],
    ['the digest', '"digest":"sha256:', '"digest":"sha256:0', 'The manifest does not match its digest'],
  ])('whose %s was changed is refused', (_title, from, to, message) => {
    expect(() => readTable(text.replace(from, to))).toThrow(
      `The route table was changed or cut short: ${message}`,
    );
  });
});
