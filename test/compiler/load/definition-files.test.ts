import { describe, expect, test } from 'vitest';
import { load } from '#compiler/load/load.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import type { ReadFailure, SourceTree } from '#source/source-tree.ts';
import { describeDiagnostics } from '../describe-diagnostics.ts';

const folder = 'apis/dog_park/v1';
const definition = `openapi: 3.0.3
info: { title: Dogs, version: '1' }
paths:
  /dogs: { $ref: ./part.yaml }
`;

function withFiles(files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const placed = Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]);
  return { ...cleanSources, ...Object.fromEntries(placed) };
}

async function findingsIn(tree: SourceTree): Promise<readonly string[]> {
  const { diagnostics } = await load(tree, 'gateway.config.yaml');
  return describeDiagnostics(diagnostics).map((line) => line.replaceAll(`${folder}/`, ''));
}

/** The clean sources, of which one file cannot be read. */
function treeFailingAt(path: string, reason: ReadFailure): SourceTree {
  const tree = memorySourceTree(withFiles({ 'openapi.yaml': definition }));
  return {
    list: (patterns) => tree.list(patterns),
    read: async (file, maxBytes) =>
      file === `${folder}/${path}` ? { ok: false, reason } : tree.read(file, maxBytes),
  };
}

describe('a file that a reference names', () => {
  test.each([
    ['not-found', 'missing The file part.yaml does not exist.'],
    ['too-large', 'unreadable part.yaml is larger than 67108864 bytes.'],
    ['not-a-file', 'unreadable part.yaml is not a file.'],
    ['outside-tree', 'unreadable part.yaml is outside the folder that may be read.'],
    ['not-utf8', 'unreadable part.yaml is not encoded in UTF-8.'],
    ['unreadable', 'unreadable part.yaml cannot be read.'],
  ] as const)('may be %s', async (reason, expected) => {
    expect(await findingsIn(treeFailingAt('part.yaml', reason))).toEqual([
      `openapi.yaml:4:18 error reference-${expected}`,
    ]);
  });

  test.each([
    [
      'get: {}\n---\nput: {}\n',
      'openapi.yaml:4:18 error reference-unreadable part.yaml contains more than one YAML document.',
    ],
    ['', 'openapi.yaml:4:18 error reference-unreadable part.yaml is empty.'],
    ['get: "\n', 'part.yaml:1:6 error yaml-syntax This quote is not closed.'],
  ])('holds one document: %j', async (text, expected) => {
    const files = withFiles({ 'openapi.yaml': definition, 'part.yaml': text });
    expect(await findingsIn(memorySourceTree(files))).toEqual([expected]);
  });
});

test('a definition that is a URL is not fetched', async () => {
  const api = cleanSources[`${folder}/api.yaml`]!.replace(
    './openapi.yaml',
    'https://example.edu/openapi.yaml',
  );
  const { [`${folder}/openapi.yaml`]: _, ...others } = withFiles({ 'api.yaml': api });
  expect(await findingsIn(memorySourceTree(others))).toEqual([
    'api.yaml:7:13 error reference-remote The reference https://example.edu/openapi.yaml is a URL, and URLs are not fetched.',
  ]);
});

describe('a definition that two APIs name', () => {
  const first = cleanSources[`${folder}/api.yaml`]!;
  const second = first.replace('DogPark', 'CatPark').replace('/dog_park', '/cat_park');

  test('is bundled once, its faults told once', async () => {
    const files = withFiles({ 'api.yaml': first, 'other-api.yaml': second });
    const { workspace } = await load(memorySourceTree(files), 'gateway.config.yaml');
    const [one, other] = workspace!.apis;
    expect(one?.definition).toBeDefined();
    expect(one?.definition).toBe(other?.definition);
    const broken = withFiles({
      'api.yaml': first,
      'other-api.yaml': second,
      'openapi.yaml': 'openapi: 4.0.0\n',
    });
    expect(await findingsIn(memorySourceTree(broken))).toEqual([
      'openapi.yaml:1:10 error openapi-version "4.0.0" is not a supported version of OpenAPI.',
    ]);
  });

  test('and that is missing is missed by both', async () => {
    const { [`${folder}/openapi.yaml`]: _, ...files } = withFiles({ 'other-api.yaml': second });
    expect(await findingsIn(memorySourceTree(files))).toEqual([
      'api.yaml:7:13 error definition-unreadable The file openapi.yaml does not exist.',
      'other-api.yaml:7:13 error definition-unreadable The file openapi.yaml does not exist.',
    ]);
  });
});

test.each([
  [
    'get: { $ref: ./nowhere.yaml }\n',
    'part.yaml:1:14 error reference-missing The file nowhere.yaml does not exist.',
  ],
  ['get: "\n', 'part.yaml:1:6 error yaml-syntax This quote is not closed.'],
])('a problem in a file that two definitions share is reported once: %j', async (part, fault) => {
  const first = cleanSources[`${folder}/api.yaml`]!;
  const second = first.replace('DogPark', 'CatPark').replace('/dog_park', '/cat_park');
  const files = withFiles({
    'openapi.yaml': definition,
    'other-api.yaml': second.replace('openapi.yaml', 'other.yaml'),
    'other.yaml': definition,
    'part.yaml': part,
  });
  expect(await findingsIn(memorySourceTree(files))).toEqual([fault]);
});
