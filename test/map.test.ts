import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importTable } from './architecture/tables.ts';

const maps = globSync('src/**/README.md').toSorted();
const files = [
  'src/**/*',
  'test/**/*',
  '.ci/**/*',
  'bench/*',
  'docs/**/*',
  'examples/**/*',
  'deploy/**/*',
  'entry/*',
]
  .flatMap((pattern) => globSync(pattern, { exclude: (name) => name === 'node_modules' }))
  .toSorted();
const folders = new Set(files.map((file) => dirname(file)));

/** The files and folders that a map names, which the project does not have: `serve/start/`, `pipeline.ts`. */
function findMissing(text: string): readonly string[] {
  const named = [...text.matchAll(/`((?:[\w.-]+\/)*[\w.-]+(?:\.ts|\.lua|\/))`/g)].map(
    ([, name = '']) => name,
  );
  return [...new Set(named)].filter((name) => !exists(name.replace(/^\.\.\//, '')));
}

/** A name may leave out the folders above it. */
function exists(name: string): boolean {
  const path = name.replace(/\/$/, '');
  const found = name.endsWith('/') ? [...folders] : files;
  return found.some((file) => file === path || file.endsWith(`/${path}`));
}

describe('the map', () => {
  test.each(maps)('%s names only files and folders that exist', (map) => {
    expect(findMissing(readFileSync(map, 'utf8'))).toEqual([]);
  });

  test('has the rows of the import table', () => {
    const [, table = ''] =
      /## What may import what\n([^]*?)\n\n[^|\n]/.exec(readFileSync('src/README.md', 'utf8')) ?? [];
    const rows = table
      .split('\n')
      .flatMap((line) => /^\| ([\w/]+) +\| (.*?) +\|$/.exec(line)?.slice(1) ?? []);
    const expected = Object.entries(importTable).flatMap(([room, allowed]) => [
      room,
      allowed.includes('*') ? 'everything' : allowed.join(', ') || 'nothing',
    ]);
    expect(rows).toEqual(['room', 'may import', ...expected]);
  });

  test('finds a planted name', () => {
    expect(findMissing('`pipeline.ts`, `serve/` and `serve/missing.ts`, `missing/`')).toEqual([
      'serve/missing.ts',
      'missing/',
    ]);
  });
});
