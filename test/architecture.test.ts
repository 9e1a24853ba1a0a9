import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Every room, and the rooms that it may import besides itself. */
const importTable: Readonly<Record<string, readonly string[]>> = {
  source: [],
  diagnostic: ['source'],
  compiled: [],
  openapi: ['source', 'compiled'],
  'compiler/declaration': ['source', 'diagnostic', 'compiled'],
  'compiler/workspace': ['source', 'diagnostic', 'compiled', 'openapi', 'compiler/declaration'],
  'compiler/load': [
    'source',
    'diagnostic',
    'compiled',
    'openapi',
    'compiler/declaration',
    'compiler/workspace',
  ],
  'compiler/rule': [
    'source',
    'diagnostic',
    'compiled',
    'openapi',
    'compiler/declaration',
    'compiler/workspace',
  ],
  'compiler/edit': ['source', 'diagnostic'],
  'compiler/lint': [
    'source',
    'diagnostic',
    'compiled',
    'openapi',
    'compiler/declaration',
    'compiler/workspace',
    'compiler/rule',
    'compiler/edit',
  ],
  'compiler/propose': [
    'source',
    'diagnostic',
    'compiled',
    'compiler/declaration',
    'compiler/workspace',
    'compiler/rule',
    'compiler/edit',
  ],
  'compiler/compile': [
    'source',
    'diagnostic',
    'compiled',
    'openapi',
    'compiler/declaration',
    'compiler/workspace',
  ],
  'compiler/plan': [
    'source',
    'diagnostic',
    'compiled',
    'openapi',
    'compiler/declaration',
    'compiler/workspace',
    'compiler/rule',
  ],
  'compiler/report': [
    'source',
    'diagnostic',
    'compiled',
    'openapi',
    'compiler/declaration',
    'compiler/workspace',
    'compiler/rule',
  ],
  'runtime/ports': ['compiled'],
  'runtime/rejection': ['compiled', 'runtime/ports'],
  'runtime/requests': ['compiled', 'runtime/ports', 'runtime/rejection'],
  'runtime/token': ['compiled', 'runtime/ports', 'runtime/rejection'],
  'runtime/gateway': [
    'compiled',
    'openapi',
    'runtime/ports',
    'runtime/rejection',
    'runtime/requests',
    'runtime/token',
  ],
  'runtime/telemetry': ['compiled', 'runtime/ports', 'runtime/rejection', 'runtime/gateway'],
  'runtime/observation': ['source', 'compiled', 'openapi', 'runtime/gateway'],
  'runtime/identity': ['compiled', 'runtime/ports', 'runtime/rejection', 'runtime/requests', 'runtime/token'],
  'runtime/oauth': [
    'compiled',
    'runtime/ports',
    'runtime/rejection',
    'runtime/requests',
    'runtime/token',
    'runtime/identity',
    'runtime/pages',
  ],
  'runtime/portal': [
    'compiled',
    'openapi',
    'runtime/ports',
    'runtime/rejection',
    'runtime/requests',
    'runtime/token',
    'runtime/identity',
    'runtime/pages',
  ],
  'runtime/pages': ['compiled', 'runtime/ports', 'runtime/rejection'],
  'runtime/state': ['compiled', 'runtime/ports', 'runtime/rejection'],
  platform: ['source', 'diagnostic', 'compiled', 'runtime/ports'],
  export: ['compiled', 'openapi'],
  pipeline: [
    'source',
    'diagnostic',
    'compiled',
    'compiler/workspace',
    'compiler/load',
    'compiler/rule',
    'compiler/lint',
    'compiler/compile',
    'compiler/plan',
    'compiler/propose',
    'compiler/report',
  ],
  serve: [
    'pipeline',
    'source',
    'diagnostic',
    'compiled',
    'compiler/workspace',
    'runtime/*',
    'export',
    'platform',
  ],
  cli: ['*'],
  index: ['*'],
};

/**
 * Every room, and the packages and modules of Node that it may import; if names follow one, only those. The compiler
 * knows nothing of sockets, the runtime nothing of YAML, and neither touches a disk.
 */
const packageTable: Readonly<Record<string, readonly string[]>> = {
  source: ['node:path/posix'],
  diagnostic: [],
  compiled: ['node:crypto'],
  openapi: ['ajv-formats/dist/formats.js', 'node:v8 setFlagsFromString'],
  'compiler/declaration': ['typebox'],
  'compiler/workspace': ['leven'],
  'compiler/load': [
    'yaml',
    'ajv',
    'ajv/dist/2020.js',
    'ajv/dist/core.js',
    'ajv/dist/standalone/index.js',
    'ajv-draft-04',
    'ajv-formats',
    '@seriousme/openapi-schema-validator/schemas/v2.0/schema.json',
    '@seriousme/openapi-schema-validator/schemas/v3.0/schema.json',
    '@seriousme/openapi-schema-validator/schemas/v3.1/schema.json',
    '@seriousme/openapi-schema-validator/schemas/v3.2/schema.json',
    'ajv/dist/2019.js',
    'ajv/dist/refs/json-schema-draft-06.json',
    '@apidevtools/swagger-parser',
    'openapi-types',
    // Rendered code of a build imports it.
    'node:module createRequire',
    'node:path',
    'node:path/posix',
  ],
  'compiler/rule': ['pluralize', 'node:crypto', 'node:path/posix'],
  'compiler/edit': ['yaml'],
  'compiler/lint': ['node:crypto', 'node:net isIPv4', 'node:net isIPv6', 'node:path/posix'],
  'compiler/propose': ['yaml', 'node:path/posix'],
  'compiler/compile': [],
  'compiler/plan': [],
  'compiler/report': [],
  'runtime/ports': ['node:events', 'node:http', 'node:stream'],
  'runtime/rejection': ['fastify', 'node:http'],
  'runtime/requests': ['fastify'],
  'runtime/token': ['jose', 'node:crypto', 'node:http'],
  'runtime/gateway': [
    'fastify',
    'undici',
    'find-my-way',
    'ajv',
    'ajv/dist/2020.js',
    'ajv-formats',
    'node:buffer isUtf8',
    'node:crypto',
    'node:http',
    'node:http2',
    'node:net',
    'node:stream',
    'node:tls',
    'node:vm',
  ],
  'runtime/telemetry': ['node:crypto', 'node:timers/promises'],
  'runtime/observation': ['ajv', 'node:http METHODS'],
  'runtime/identity': [
    'jose',
    'ldapts',
    'openid-client',
    'undici',
    'xml-crypto',
    '@xmldom/xmldom',
    'node:crypto',
    'node:net',
    'node:tls',
  ],
  'runtime/oauth': ['fastify', '@fastify/cookie', 'node:crypto'],
  'runtime/portal': [
    'fastify',
    '@fastify/cookie',
    'markdown-it',
    'node:buffer isUtf8',
    'node:crypto',
    'node:zlib',
  ],
  'runtime/pages': ['node:crypto'],
  'runtime/state': [
    'redis',
    'node:sqlite',
    'node:events',
    'node:fs',
    'node:crypto',
    'node:path',
    'node:timers/promises',
  ],
  platform: ['chokidar', 'pino', 'jose', '@peculiar/x509', 'reflect-metadata', 'node:*'],
  export: ['node:http METHODS', 'node:path/posix'],
  pipeline: [],
  serve: [
    'fastify',
    '@fastify/reply-from',
    'undici',
    'prom-client',
    '@opentelemetry/api',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace',
    'node:*',
  ],
  cli: ['yaml', 'vscode-languageserver/node', 'vscode-languageserver-textdocument', 'node:*'],
  index: [],
};

/** What only the rooms at the edge of the process may touch. */
const outsideWorld = /\bprocess\.|\bDate\.now\(|\bnew Date\(\)|\bfetch\(|(?<!\.)\bconsole\./;
const roomsAtTheEdge = ['platform', 'serve', 'cli', 'runtime/state'];
const junkDrawers = /(^|\/)(utils?|helpers?|shared|common)(\/|\.ts$)/;

const rooms = Object.keys(importTable).toSorted((a, b) => b.length - a.length);

/** What each kind brings to a stage belongs to the room of that stage. */
const stagesOfKinds: Readonly<Record<string, string>> = {
  declaration: 'compiler/declaration',
  compile: 'compiler/compile',
  changes: 'compiler/plan',
  'change-kinds': 'compiler/plan',
};

function roomOf(file: string): string | undefined {
  const stage = /^compiler\/kinds\/[^/]+\/([^/.]+)/.exec(file)?.[1];
  if (stage !== undefined) return stagesOfKinds[stage];
  return rooms.find((room) => file === `${room}.ts` || file.startsWith(`${room}/`));
}

function mayImport(from: string, to: string): boolean {
  return (importTable[from] ?? []).some(
    (allowed) =>
      allowed === '*' || allowed === to || (allowed.endsWith('/*') && to.startsWith(allowed.slice(0, -1))),
  );
}

function mayUse(room: string, { specifier, names }: Import): boolean {
  const allowed = packageTable[room] ?? [];
  if (allowed.includes(specifier)) return true;
  if (specifier.startsWith('node:') && allowed.includes('node:*')) return true;
  return names.length > 0 && names.every((name) => allowed.includes(`${specifier} ${name}`));
}

interface Import {
  readonly line: number;
  readonly specifier: string;
  /** The imported names between braces. */
  readonly names: readonly string[];
}

/** An import or an export from elsewhere, of one line or several, only for its effect, or by `import()`. */
const importPattern =
  /\b(?:import|export)\b(?:\s+type\b)?(?:[\s\w$,*]*(?:\{(?<names>[^}]*)\})?\s*from)?\s*\(?\s*(?<quote>['"`])(?<specifier>[^'"`]+)\k<quote>/g;

/** In a text without comments; the line is the one that names the imported module. */
function findImports(code: string): readonly Import[] {
  return [...code.matchAll(importPattern)].map((match) => {
    const { names = '', specifier = '' } = match.groups ?? {};
    const line = code.slice(0, match.index + match[0].length).split('\n').length;
    const imported = names.split(',').map((name) => name.trim().split(' as ')[0] ?? '');
    return { line, specifier, names: imported.filter((name) => name !== '') };
  });
}

function checkImport(file: string, room: string, imported: Import): readonly string[] {
  const { line, specifier } = imported;
  const target = specifier.startsWith('.') ? roomOf(posix.join(posix.dirname(file), specifier)) : undefined;
  const isAllowed = specifier.startsWith('.')
    ? target !== undefined && (target === room || mayImport(room, target))
    : mayUse(room, imported);
  return isAllowed ? [] : [`${file}:${line} ${room} may not import ${target ?? specifier}`];
}

function checkLine(where: string, room: string, code: string): readonly string[] {
  const touches = !roomsAtTheEdge.includes(room) && outsideWorld.test(code);
  return [
    ...(touches ? [`${where} touches the outside world`] : []),
    ...(/\bprocess\.exit\(/.test(code) ? [`${where} ends the process`] : []),
    ...(/\bimport\(\s*[^'"`\s]/.test(code) ? [`${where} imports what cannot be told`] : []),
  ];
}

function withoutComments(text: string): readonly string[] {
  return text.split('\n').map((line) => line.replace(/^\s*(\*|\/\/|\/\*).*/, ''));
}

/** The violations of a file, each as `file:line what`. */
function findViolations(file: string, text: string): readonly string[] {
  const room = roomOf(file);
  if (room === undefined) return [`${file}:1 stands in no room`];
  const lines = withoutComments(text);
  return [
    ...(junkDrawers.test(file) ? [`${file}:1 stands in a junk drawer`] : []),
    ...findImports(lines.join('\n')).flatMap((imported) => checkImport(file, room, imported)),
    ...lines.flatMap((line, index) => checkLine(`${file}:${index + 1}`, room, line)),
    ...findKeywords(file, lines),
  ];
}

/** Rooms that must read operations of documents through `openapi/`. */
const roomsWithoutKeywords =
  /^(compiler\/(workspace|lint|rule|compile|plan|kinds)|runtime\/gateway\/(policies|validation))\//;
const keywords =
  'additionalOperations|allowEmptyValue|allowReserved|callbacks|collectionFormat|consumes|content|encoding|explode|flows|in|openIdConnectUrl|operationId|parameters|paths|produces|requestBody|responses|schema|security|securityDefinitions|securitySchemes|style|webhooks';
/** By its name in brackets, out of an object of the document, or out of a list of names; types that are indexed aside. */
const keywordReads = [
  new RegExp(`(?<!\\b[A-Z]\\w*)\\[\\s*'(${keywords})'\\s*\\]`),
  new RegExp(`\\{[^{}]*\\b(${keywords})\\b[^{}]*\\} = [\\w.]*\\b(value|root|contract)\\b`),
  new RegExp(`\\b(pick|omit)\\(.*'(${keywords})'`),
];

function findKeywords(file: string, lines: readonly string[]): readonly string[] {
  if (!roomsWithoutKeywords.test(file)) return [];
  return lines.flatMap((line, index) => {
    const found = keywordReads.map((pattern) => pattern.exec(line)).find((match) => match !== null);
    return found ? [`${file}:${index + 1} reads the OpenAPI keyword in ${found[0]}`] : [];
  });
}

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

type ImportGraph = ReadonlyMap<string, readonly string[]>;

function graphOf(texts: ReadonlyMap<string, string>): ImportGraph {
  return new Map(
    [...texts].map(([file, text]) => [
      file,
      findImports(withoutComments(text).join('\n'))
        .map(({ specifier }) => posix.join(posix.dirname(file), specifier))
        .filter((target) => texts.has(target)),
    ]),
  );
}

/** The files in circles of imports, types included: those that lead back to themselves. */
function findCircles(graph: ImportGraph): readonly string[] {
  const leadsBack = (file: string): boolean => {
    const reached = new Set(graph.get(file));
    for (const next of reached) for (const target of graph.get(next) ?? []) reached.add(target);
    return reached.has(file);
  };
  return [...graph.keys()].filter(leadsBack).toSorted();
}

function listSources(): readonly string[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .toSorted();
}

describe('the tables', () => {
  test('hold for every file of src', () => {
    const violations = listSources().flatMap((file) =>
      findViolations(file, readFileSync(`src/${file}`, 'utf8')),
    );
    expect(violations).toEqual([]);
  });

  test('leave no folder too full', () => {
    expect(findFullFolders(listSources())).toEqual([]);
    const full = Array.from({ length: 21 }, (_, index) => `serve/file-${index}.ts`);
    expect(findFullFolders(full)).toEqual(['serve holds 21 files']);
    expect(findFullFolders(full.map((file) => file.replace('serve', 'cli/commands')))).toEqual([]);
  });

  test('leave no circle of imports, types included', () => {
    const texts = listSources().map((file) => [file, readFileSync(`src/${file}`, 'utf8')] as const);
    expect(findCircles(graphOf(new Map(texts)))).toEqual([]);
    const planted = new Map([
      ['serve/one.ts', "import type { Two } from './two.ts';"],
      ['serve/two.ts', "import { three } from './three.ts';"],
      ['serve/three.ts', "import type { One } from './one.ts';"],
      ['serve/start.ts', "import { one } from './one.ts';"],
    ]);
    expect(findCircles(graphOf(planted))).toEqual(['serve/one.ts', 'serve/three.ts', 'serve/two.ts']);
  });

  test.each([
    ['compiler/lint', "const body = node.value['requestBody'];", "['requestBody']"],
    ['compiler/plan', 'const { parameters } = path.value;', '{ parameters } = path.value'],
    ['runtime/gateway/validation', "const own = pick(value, ['in', 'name']);", "pick(value, ['in'"],
  ])('leave OpenAPI to its model: %s', (folder, line, read) => {
    expect(findViolations(`${folder}/planted.ts`, line)).toEqual([
      `${folder}/planted.ts:1 reads the OpenAPI keyword in ${read}`,
    ]);
    expect(findViolations('openapi/planted.ts', line)).toEqual([]);
  });

  test('name only rooms that exist, and each the same rooms', () => {
    const files = listSources();
    expect(rooms.filter((room) => !files.some((file) => roomOf(file) === room))).toEqual([]);
    expect(Object.keys(packageTable)).toEqual(Object.keys(importTable));
  });

  test('bite: each planted violation is found at its line', () => {
    const planted = [
      "import { compile } from '../../compiler/compile/compile.ts';",
      "import { handle } from '../oauth/token-endpoint.ts';",
      "import { readFile } from 'node:fs/promises';",
      'const now = Date.now();',
      'process.exit(1);',
      "const late = await import('../../pipeline.ts');",
      "import '../../serve/listeners/listen.ts';",
      'import type {',
      '  Workspace,',
      "} from '../../compiler/workspace/workspace.ts';",
      "export * from '../../compiler/rule/define-rule.ts';",
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
    ].join('\n');
    expect(findViolations('runtime/gateway/planted.ts', planted)).toEqual([
      'runtime/gateway/planted.ts:1 runtime/gateway may not import compiler/compile',
      'runtime/gateway/planted.ts:2 runtime/gateway may not import runtime/oauth',
      'runtime/gateway/planted.ts:3 runtime/gateway may not import node:fs/promises',
      'runtime/gateway/planted.ts:6 runtime/gateway may not import pipeline',
      'runtime/gateway/planted.ts:7 runtime/gateway may not import serve',
      'runtime/gateway/planted.ts:10 runtime/gateway may not import compiler/workspace',
      'runtime/gateway/planted.ts:11 runtime/gateway may not import compiler/rule',
      'runtime/gateway/planted.ts:15 runtime/gateway may not import compiler/load',
      'runtime/gateway/planted.ts:17 runtime/gateway may not import cli',
      'runtime/gateway/planted.ts:22 runtime/gateway may not import yaml',
      'runtime/gateway/planted.ts:23 runtime/gateway may not import reflect-metadata',
      'runtime/gateway/planted.ts:4 touches the outside world',
      'runtime/gateway/planted.ts:5 touches the outside world',
      'runtime/gateway/planted.ts:5 ends the process',
      'runtime/gateway/planted.ts:19 touches the outside world',
      'runtime/gateway/planted.ts:20 touches the outside world',
      'runtime/gateway/planted.ts:21 imports what cannot be told',
    ]);
    expect(
      findViolations('compiler/load/planted.ts', "import { serve } from '../../serve/start-gateway.ts';"),
    ).toEqual(['compiler/load/planted.ts:1 compiler/load may not import serve']);
    expect(
      findViolations('compiler/kinds/tier/compile.ts', "import { tierChanges } from './changes.ts';"),
    ).toEqual(['compiler/kinds/tier/compile.ts:1 compiler/compile may not import compiler/plan']);
    expect(findViolations('compiler/kinds/tier/planted.ts', '')).toEqual([
      'compiler/kinds/tier/planted.ts:1 stands in no room',
    ]);
    expect(findViolations('compiled/utils/planted.ts', '')).toEqual([
      'compiled/utils/planted.ts:1 stands in a junk drawer',
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
    expect(violation).toMatch(new RegExp(`^${folder}/planted.ts:1 .* may not import ${specifier}$`));
    expect(others).toEqual([]);
  });
});
