import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findCircles, findFolderCircles, graphOf } from './architecture/find-circles.ts';
import { findViolations } from './architecture/find-violations.ts';
import { roomOf, rooms } from './architecture/rooms.ts';
import { roomIn, secondFloor } from './architecture/second-floor.ts';
import { importTable, packageTable } from './architecture/tables.ts';

/** Folders with one file for each rule or command. */
const uniformFolders = /^(compiler\/lint\/rules|compiler\/plan\/rules|cli\/commands)(\/|$)/;
const maxFiles = 20;

/** The folders that contain too many files. */
function findFullFolders(files: readonly string[]): readonly string[] {
  const folders = Map.groupBy(files, (file) => posix.dirname(file));
  return [...folders]
    .filter(([folder, inside]) => inside.length > maxFiles && !uniformFolders.test(folder))
    .map(([folder, inside]) => `${folder} holds ${inside.length} files`);
}

const sources: ReadonlyMap<string, string> = new Map(
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .toSorted()
    .map((file) => [file, readFileSync(`src/${file}`, 'utf8')] as const),
);

describe('the tables', () => {
  test('hold for every file of src', () => {
    expect([...sources].flatMap(([file, text]) => findViolations(file, text))).toEqual([]);
  });

  test('leave no folder too full', () => {
    expect(findFullFolders([...sources.keys()])).toEqual([]);
    const full = Array.from({ length: 21 }, (_, index) => `serve/file-${index}.ts`);
    expect(findFullFolders(full)).toEqual(['serve holds 21 files']);
    expect(findFullFolders(full.map((file) => file.replace('serve', 'cli/commands')))).toEqual([]);
  });

  test('leave no circle of imports, neither of files nor of folders, types included', () => {
    const graph = graphOf(sources);
    expect(findCircles(graph)).toEqual([]);
    expect(findFolderCircles(graph)).toEqual([]);
  });

  test('find planted circles', () => {
    const planted = graphOf(
      new Map([
        ['serve/one.ts', "import type { Two } from './two.ts';"],
        ['serve/two.ts', "import { three } from './three.ts';"],
        ['serve/three.ts', "import type { One } from './one.ts';"],
        ['serve/start.ts', "import { one } from './one.ts';"],
        ['cli/plan/one.ts', "import { two } from '../views/lint/two.ts';"],
        ['cli/views/lint/two.ts', "type Three = import('./three.ts').Three;"],
        ['cli/views/lint/three.ts', ''],
        ['cli/views/four.ts', "export * from '../plan/five.ts';"],
        ['cli/plan/five.ts', "import '../main.ts';"],
        ['cli/main.ts', "const { two } = await import('#cli/views/lint/two.ts');"],
      ]),
    );
    expect(findCircles(planted)).toEqual(['serve/one.ts', 'serve/three.ts', 'serve/two.ts']);
    expect(findFolderCircles(planted)).toEqual(['cli: plan, views']);
    const kinds = new Map([
      [
        'compiler/kinds/tier/compile.ts',
        "import type { Compilation } from '#compiler/compile/compilation.ts';",
      ],
      [
        'compiler/compile/list-compilers.ts',
        "import { compileTier } from '#compiler/kinds/tier/compile.ts';",
      ],
      ['compiler/compile/compilation.ts', ''],
    ]);
    expect(findFolderCircles(graphOf(kinds))).toEqual([]);
  });

  test.each([
    ['compiler/lint', "const body = node.value['requestBody'];", "node.value['requestBody']"],
    ['compiler/plan', 'const { parameters } = path.value;', '{ parameters } = path.value'],
    ['runtime/gateway/validation', "const own = pick(value, ['in', 'name']);", "pick(value, ['in', 'name'])"],
  ])('leave OpenAPI to its model: %s', (folder, line, read) => {
    expect(findViolations(`${folder}/planted.ts`, line)).toEqual([
      `${folder}/planted.ts:1 reads an OpenAPI keyword: ${read}`,
    ]);
    expect(findViolations('openapi/planted.ts', line)).toEqual([]);
  });

  test('name only rooms that exist, and each the same rooms', () => {
    const files = [...sources.keys()];
    expect(rooms.filter((room) => !files.some((file) => roomOf(file) === room))).toEqual([]);
    expect(Object.keys(packageTable)).toEqual(Object.keys(importTable));
  });

  test('bite: each planted violation is found at its line', () => {
    const planted = [
      "import { compile } from '#compiler/compile/compile.ts';",
      "import { handle } from '../oauth/token-endpoint.ts';",
      "import { readFile } from 'node:fs/promises';",
      'const now = Date.now();',
      'process.exit(1);',
      "const late = await import('../../pipeline.ts');",
      "import '#serve/listeners/listen.ts';",
      'import type {',
      '  Workspace,',
      "} from '../../compiler/workspace/workspace.ts';",
      "export * from '#compiler/rule/define-rule.ts';",
      'export {',
      '  load,',
      '}',
      "  from '../../compiler/load/load.ts';",
      'const later = await import(',
      "  '../../cli/command.ts'",
      ');',
      'const then = new Date();',
      'const answer = await fetch(url);',
      'const any = await import(name);',
      "import { parse } from 'yaml';",
      "import 'reflect-metadata';",
      "// import { parse } from 'yaml';",
      "type Rule = import('#compiler/rule/define-rule.ts').Rule;",
      'globalThis.fetch(url);',
      'console.log(then);',
      "import { planted } from '#runtime/gateway/planted.ts';",
      "import { json } from '../../compiled/json.ts';",
    ].join('\n');
    expect(findViolations('runtime/gateway/planted.ts', planted)).toEqual([
      'runtime/gateway/planted.ts:1 imports compiler/compile, which runtime/gateway may not import',
      'runtime/gateway/planted.ts:2 imports runtime/oauth, which runtime/gateway may not import',
      'runtime/gateway/planted.ts:3 imports node:fs/promises, which runtime/gateway may not use',
      'runtime/gateway/planted.ts:4 uses the clock',
      'runtime/gateway/planted.ts:5 ends the process',
      'runtime/gateway/planted.ts:5 uses process',
      'runtime/gateway/planted.ts:6 imports pipeline, which runtime/gateway may not import',
      'runtime/gateway/planted.ts:7 imports serve, which runtime/gateway may not import',
      'runtime/gateway/planted.ts:10 imports compiler/workspace, which runtime/gateway may not import',
      'runtime/gateway/planted.ts:11 imports compiler/rule, which runtime/gateway may not import',
      'runtime/gateway/planted.ts:15 imports compiler/load, which runtime/gateway may not import',
      'runtime/gateway/planted.ts:17 imports cli, which runtime/gateway may not import',
      'runtime/gateway/planted.ts:19 uses the clock',
      'runtime/gateway/planted.ts:20 uses fetch',
      'runtime/gateway/planted.ts:21 imports a module whose name is not a literal',
      'runtime/gateway/planted.ts:22 imports yaml, which runtime/gateway may not use',
      'runtime/gateway/planted.ts:23 imports reflect-metadata, which runtime/gateway may not use',
      'runtime/gateway/planted.ts:25 imports compiler/rule, which runtime/gateway may not import',
      'runtime/gateway/planted.ts:26 uses globalThis',
      'runtime/gateway/planted.ts:27 uses console',
      'runtime/gateway/planted.ts:28 imports #runtime/gateway/planted.ts, which needs no #',
      'runtime/gateway/planted.ts:29 imports ../../compiled/json.ts, in place of #compiled/json.ts',
    ]);
    expect(findViolations('compiler/load/planted.ts', "import { serve } from '#serve/start.ts';")).toEqual([
      'compiler/load/planted.ts:1 imports serve, which compiler/load may not import',
    ]);
    expect(
      findViolations('compiler/kinds/tier/compile.ts', "import { tierChanges } from './changes.ts';"),
    ).toEqual([
      'compiler/kinds/tier/compile.ts:1 imports compiler/plan, which compiler/compile may not import',
    ]);
    expect(findViolations('compiler/kinds/tier/planted.ts', '')).toEqual([
      'compiler/kinds/tier/planted.ts:1 is in no room',
    ]);
    expect(findViolations('compiled/utils/planted.ts', '')).toEqual([
      'compiled/utils/planted.ts:1 is in a junk drawer',
    ]);
  });

  test('read code, not texts: local names, members and comments do not count as globals', () => {
    const code = [
      'export function render(fetch: () => string, { console }: Page): string {',
      '  // process.exit(1) and Date.now()',
      "  const text = 'fetch(url); process.exit(1); new Date()';",
      '  return [fetch(), console.log, page.process, { process: text }, `console.log(${text})`].join();',
      '}',
      'interface Page { readonly process: string; readonly console: { readonly log: string } }',
      'const at = new Date(0);',
    ].join('\n');
    expect(findViolations('runtime/gateway/planted.ts', code)).toEqual([]);
    expect(findViolations('runtime/gateway/planted.ts', `${code}\nfetch('/');`)).toEqual([
      'runtime/gateway/planted.ts:8 uses fetch',
    ]);
  });

  test.each([
    ['compiler/lint/rules', "import { createServer } from 'node:net';", 'node:net'],
    ['compiler/lint/rules', "import { isIPv4, connect } from 'node:net';", 'node:net'],
    ['compiler/lint/rules', "import net from 'node:net';", 'node:net'],
    ['compiler/load', "import type { Server } from 'node:http';", 'node:http'],
    ['compiler/load', "const { request } = await import('node:https');", 'node:https'],
    ['compiler/compile', "import { connect } from 'node:tls';", 'node:tls'],
    ['compiler/lint', "import { Ajv } from 'ajv';", 'ajv'],
    ['compiler/rule', "import { parse } from 'yaml';", 'yaml'],
    ['compiler/workspace', "import Type from 'typebox';", 'typebox'],
    ['runtime/oauth', "import { Pool } from 'undici';", 'undici'],
    ['serve', "import chokidar from 'chokidar';", 'chokidar'],
    ['compiled', "import { readFileSync } from 'node:fs';", 'node:fs'],
  ])('bite where %s holds %s', (folder, line, specifier) => {
    const [violation, ...others] = findViolations(`${folder}/planted.ts`, line);
    expect(violation).toMatch(
      new RegExp(`^${folder}/planted.ts:1 imports ${specifier}, which .* may not use$`),
    );
    expect(others).toEqual([]);
  });
});

describe('the second floor', () => {
  const rows = Object.entries(secondFloor).flatMap(([hall, inside]) =>
    Object.entries(inside).map(([room, allowed]) => ({ hall, room, allowed, others: Object.keys(inside) })),
  );

  test.each(Object.entries(secondFloor))('%s has a row for each of its rooms', (hall, inside) => {
    const found = new Set([...sources.keys()].flatMap((file) => roomIn(hall, file) ?? []));
    expect(Object.keys(inside).toSorted()).toEqual([...found].toSorted());
  });

  test.each(rows)('$hall/$room imports only rooms that are listed before it', ({ room, allowed, others }) => {
    const below = others.slice(0, others.indexOf(room));
    expect(allowed.filter((one) => !below.includes(one))).toEqual([]);
  });

  test.each(rows)('$hall/$room finds a planted import of another room', ({ hall, room, allowed, others }) => {
    const forbidden = others.find((one) => one !== room && !allowed.includes(one)) ?? 'missing';
    const file = room.endsWith('.ts') ? `${hall}/${room}` : `${hall}/${room}/planted.ts`;
    const target = forbidden.endsWith('.ts') ? `${hall}/${forbidden}` : `${hall}/${forbidden}/planted.ts`;
    const path = posix.relative(posix.dirname(file), target);
    const line = `import { planted } from '${path.startsWith('.') ? path : `./${path}`}';`;
    expect(findViolations(file, line)).toEqual([
      `${file}:1 imports ${hall}/${forbidden}, which ${hall}/${room} may not import`,
    ]);
  });
});
