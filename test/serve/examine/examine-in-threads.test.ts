// @module-tag full
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BuildStore } from '#compiler/workspace/build-store.ts';
import { check } from '#pipeline.ts';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import { examineInThreads } from '#serve/examine/examine-in-threads.ts';
import { TaskList } from '#serve/examine/task-list.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'gatewright-examined-'));
});

afterEach(() => rm(root, { recursive: true }));

const configFile = 'gateway.config.yaml';

/** As many as are examined in threads, of different sizes. */
const apis = Array.from(
  { length: 60 },
  (_, index) => `Dogs${'abcdefghij'[index % 10]}${'klmnop'[Math.floor(index / 10)]}`,
);

const config = `kind: Gateway
format: 1
organisation: Dogs
deployments:
  production: { gatewayUrl: https://gateway.example.edu }
lint:
  rules: { path-noun: off }
`;

const shared =
  'Dog:\n  type: object\n  properties:\n    born: { type: string }\n    created_at: { type: string }\n';

/** A definition with findings; one of each ten is suppressed, broken, misread, absent, or spread over two files. */
function definitionOf(index: number): string {
  if (index % 10 === 3) return 'openapi: 3.0.3\ninfo: [';
  if (index % 10 === 4) return '- openapi\n';
  const paths = Array.from({ length: (index % 7) + 1 }, (_, path) => renderPath(path, index)).join('');
  const broken = index % 10 === 5 ? 'unknown: true\n' : '';
  return `openapi: 3.0.3\ninfo: { title: Dogs, version: "1" }\n${broken}paths:\n${paths}`;
}

function renderPath(path: number, index: number): string {
  const suppression = index % 10 === 6 ? ' # gatewright-ignore path-snake-case: history' : '';
  const schema = index % 10 === 7 ? '{ $ref: "../../shared.yaml#/Dog" }' : '{ type: object }';
  return `  /bigDogs${path}:${suppression}
    get:
      responses:
        "200":
          description: Dogs
          content: { application/json: { schema: ${schema} } }
`;
}

async function writeProject(): Promise<void> {
  const files = apis.flatMap((name, index) => [
    [
      `apis/${name}/api.yaml`,
      `kind: Api
name: ${name}
context: /${name.toLowerCase()}
version: v1
state: published
owner: bench
definition: ./openapi.yaml
endpoints:
  production: { url: https://${name.toLowerCase()}.internal.example.edu }
`,
    ],
    ...(index % 10 === 8 ? [] : [[`apis/${name}/openapi.yaml`, definitionOf(index)]]),
  ]);
  for (const [path = '', text = ''] of [[configFile, config], ['shared.yaml', shared], ...files]) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

/** The warnings of the last lint. */
let warnings: string[] = [];

async function lintWith(cores: number | undefined, store = new BuildStore('one'), megabytes = 640) {
  warnings = [];
  const warn = (message: string) => warnings.push(message);
  const examine = cores === undefined ? undefined : examineInThreads(root, { cores, megabytes, warn });
  const found = await check(diskSourceTree(root), configFile, { store, remembers: 'definitions', examine });
  const { diagnostics, suppressedFindings, sources } = found;
  const texts = sources.files.map((file) => [file, sources.text(file)]);
  return { diagnostics, suppressedFindings, texts, marked: sources.marked };
}

test('finds with one thread, and with several, what is found with all definitions in memory', async () => {
  await writeProject();
  const expected = await lintWith(undefined);
  const codes = ['path-snake-case', 'openapi-structure', 'yaml-syntax', 'definition-invalid'];
  expect(expected.diagnostics.map(({ code }) => code)).toEqual(expect.arrayContaining(codes));
  expect(expected.suppressedFindings?.suppressed.length).toBeGreaterThan(0);
  expect(await lintWith(1)).toEqual(expected);
  expect(await lintWith(2)).toEqual(expected);
  expect(await lintWith(3)).toEqual(expected);
  expect(warnings).toEqual([]);
});

test('finds the same again with what the last run remembers, also after a change', async () => {
  await writeProject();
  const store = new BuildStore('one');
  await lintWith(2, store);
  expect(await lintWith(2, store)).toEqual(await lintWith(undefined));
  await writeFile(join(root, 'shared.yaml'), shared.replace('born', 'bornOn'));
  expect(await lintWith(2, store)).toEqual(await lintWith(undefined));
});

test('examines a definition for which the memory of a thread does not suffice', async () => {
  await writeProject();
  const paths = Array.from({ length: 5000 }, (_, path) => renderPath(path, 0)).join('');
  const large = `openapi: 3.0.3\ninfo: { title: Dogs, version: "1" }\npaths:\n${paths}`;
  await writeFile(join(root, `apis/${apis[0]}/openapi.yaml`), large);
  const found = await lintWith(2, new BuildStore('one'), 24);
  expect(warnings).toEqual([
    expect.stringMatching(
      /^Worker threads failed: Worker terminated due to reaching memory limit: .+\. 1 of 60 documents are checked without them, which takes longer and more memory\.$/,
    ),
  ]);
  expect(found).toEqual(await lintWith(undefined));
});

test('a text that has changed since it was examined is not shown', async () => {
  await writeProject();
  const { sources } = await check(diskSourceTree(root), configFile, {
    store: new BuildStore('one'),
    remembers: 'definitions',
    examine: examineInThreads(root, { cores: 1 }),
  });
  await writeFile(join(root, 'shared.yaml'), 'other');
  expect(sources.text('shared.yaml')).toBe('');
});

test('threads take each task once, one of them from the other end', () => {
  const list = new TaskList(['a', 'b', 'c', 'd', 'e']);
  const front = list.from('front');
  const back = new TaskList(list.data).from('back');
  const next = (tasks: Generator<string>) => tasks.next().value;
  expect([next(front), next(back), next(back), next(front), next(back)]).toEqual(['a', 'e', 'd', 'b', 'c']);
  expect([...front, ...back]).toEqual([]);
});
