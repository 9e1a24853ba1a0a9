import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Every room, and the rooms that it may import beside itself. */
const importTable: Readonly<Record<string, readonly string[]>> = {
  source: [],
  diagnostic: ['source'],
  compiled: [],
  'compiler/declaration': ['source', 'diagnostic'],
  'compiler/workspace': ['source', 'diagnostic', 'compiled', 'compiler/declaration'],
  'compiler/load': ['source', 'diagnostic', 'compiled', 'compiler/declaration', 'compiler/workspace'],
  'compiler/rule': ['source', 'diagnostic', 'compiled', 'compiler/declaration', 'compiler/workspace'],
  'compiler/edit': ['source', 'diagnostic'],
  'compiler/lint': [
    'source',
    'diagnostic',
    'compiled',
    'compiler/declaration',
    'compiler/workspace',
    'compiler/rule',
    'compiler/edit',
  ],
  'compiler/compile': ['source', 'diagnostic', 'compiled', 'compiler/declaration', 'compiler/workspace'],
  'runtime/ports': ['compiled'],
  'runtime/rejection': ['compiled', 'runtime/ports'],
  'runtime/token': ['compiled', 'runtime/ports', 'runtime/rejection'],
  'runtime/gateway': ['compiled', 'runtime/ports', 'runtime/rejection', 'runtime/token'],
  'runtime/oauth': ['compiled', 'runtime/ports', 'runtime/rejection', 'runtime/token'],
  platform: ['source', 'diagnostic', 'compiled', 'runtime/ports'],
  pipeline: [
    'source',
    'diagnostic',
    'compiled',
    'compiler/workspace',
    'compiler/load',
    'compiler/lint',
    'compiler/compile',
  ],
  serve: ['pipeline', 'source', 'diagnostic', 'compiled', 'compiler/workspace', 'runtime/*', 'platform'],
  cli: ['*'],
  index: ['*'],
};

/** What only the rooms at the edge of the process may touch. */
const outsideWorld = /\bfrom 'node:fs(\/promises)?'|\bprocess\.|\bDate\.now\(|\bconsole\./;
const roomsAtTheEdge = ['platform', 'serve', 'cli', 'runtime/state'];
const junkDrawers = /(^|\/)(utils?|helpers?|shared|common)(\/|\.ts$)/;

const rooms = Object.keys(importTable).toSorted((a, b) => b.length - a.length);

function roomOf(file: string): string | undefined {
  return rooms.find((room) => file === `${room}.ts` || file.startsWith(`${room}/`));
}

function mayImport(from: string, to: string): boolean {
  return (importTable[from] ?? []).some(
    (allowed) =>
      allowed === '*' || allowed === to || (allowed.endsWith('/*') && to.startsWith(allowed.slice(0, -1))),
  );
}

/** What a file breaks, each as `file:line what`. */
function findViolations(file: string, text: string): readonly string[] {
  const room = roomOf(file);
  if (room === undefined) return [`${file}:1 stands in no room`];
  const found = junkDrawers.test(file) ? [`${file}:1 stands in a junk drawer`] : [];
  for (const [index, line] of text.split('\n').entries()) {
    const where = `${file}:${index + 1}`;
    const imported = /(?:from|import\() ?'(\.[^']+)'/.exec(line)?.[1];
    if (imported !== undefined) {
      const target = roomOf(posix.join(posix.dirname(file), imported));
      if (target === undefined || (target !== room && !mayImport(room, target))) {
        found.push(`${where} ${room} may not import ${target ?? imported}`);
      }
    }
    const code = line.replace(/^\s*(\*|\/\/|\/\*).*/, '');
    if (!roomsAtTheEdge.includes(room) && outsideWorld.test(code))
      found.push(`${where} touches the outside world`);
    if (/\bprocess\.exit\(/.test(code)) found.push(`${where} ends the process`);
  }
  return found;
}

function listSources(): readonly string[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .toSorted();
}

describe('the import table', () => {
  test('holds for every file of src', () => {
    const violations = listSources().flatMap((file) =>
      findViolations(file, readFileSync(`src/${file}`, 'utf8')),
    );
    expect(violations).toEqual([]);
  });

  test('names no room that is gone', () => {
    const files = listSources();
    expect(rooms.filter((room) => !files.some((file) => roomOf(file) === room))).toEqual([]);
  });

  test('bites: each planted violation is found at its line', () => {
    const planted = [
      "import { compile } from '../../compiler/compile/compile.ts';",
      "import { handle } from '../oauth/token-endpoint.ts';",
      "import { readFile } from 'node:fs/promises';",
      'const now = Date.now();',
      'process.exit(1);',
      "const late = await import('../../pipeline.ts');",
    ].join('\n');
    expect(findViolations('runtime/gateway/planted.ts', planted)).toEqual([
      'runtime/gateway/planted.ts:1 runtime/gateway may not import compiler/compile',
      'runtime/gateway/planted.ts:2 runtime/gateway may not import runtime/oauth',
      'runtime/gateway/planted.ts:3 touches the outside world',
      'runtime/gateway/planted.ts:4 touches the outside world',
      'runtime/gateway/planted.ts:5 touches the outside world',
      'runtime/gateway/planted.ts:5 ends the process',
      'runtime/gateway/planted.ts:6 runtime/gateway may not import pipeline',
    ]);
    expect(
      findViolations('compiler/load/planted.ts', "import { serve } from '../../serve/start-gateway.ts';"),
    ).toEqual(['compiler/load/planted.ts:1 compiler/load may not import serve']);
    expect(findViolations('compiled/utils/planted.ts', '')).toEqual([
      'compiled/utils/planted.ts:1 stands in a junk drawer',
    ]);
  });
});
