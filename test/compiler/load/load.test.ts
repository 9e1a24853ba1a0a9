import { describe, expect, test } from 'vitest';
import { load } from '../../../src/compiler/load/load.ts';
import { cleanSources } from '../../../src/compiler/rule/clean-sources.ts';
import { memorySourceTree } from '../../../src/source/memory-source-tree.ts';
import { describeDiagnostics } from '../describe-diagnostics.ts';

const config = cleanSources['gateway.config.yaml']!;
const api = cleanSources['apis/dog_park/v1/api.yaml']!;

async function findings(changed: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { diagnostics } = await load(
    memorySourceTree({ ...cleanSources, ...changed }),
    'gateway.config.yaml',
  );
  return describeDiagnostics(diagnostics);
}

describe('the clean sources', () => {
  test('load whole, each value with its place', async () => {
    const { workspace, diagnostics, sources } = await load(
      memorySourceTree(cleanSources),
      'gateway.config.yaml',
    );
    expect(diagnostics).toEqual([]);
    expect(workspace?.apis.map(({ value, definition }) => [value.name, definition?.openapi])).toEqual([
      ['DogPark', '3.0'],
    ]);
    expect(workspace?.applications.map(({ place }) => place)).toEqual([
      { file: 'applications/dog_walker.yaml', document: 0, pointer: '' },
    ]);
    const sandbox = { file: 'apis/dog_park/v1/api.yaml', document: 0, pointer: '/endpoints/sandbox/url' };
    expect(sources.locate(sandbox, 'value')).toEqual({
      file: sandbox.file,
      line: 10,
      column: 19,
      endLine: 10,
      endColumn: 60,
      pointer: sandbox.pointer,
    });
    expect(sources.locate(sandbox, 'key')).toMatchObject({
      line: 10,
      column: 14,
      endLine: 10,
      endColumn: 17,
    });
  });

  test('count every file that was read', async () => {
    const { sources } = await load(memorySourceTree(cleanSources), 'gateway.config.yaml');
    expect(sources.files).toEqual(Object.keys(cleanSources).toSorted());
  });
});

test('the sources cover what was read, what was missed and what the globs would find', async () => {
  const missing = {
    'apis/dog_park/v1/openapi.yaml': 'openapi: 3.0.3\npaths: { /a: { $ref: parts/a.json } }\n',
  };
  const { sources } = await load(memorySourceTree({ ...cleanSources, ...missing }), 'gateway.config.yaml');
  const files = [
    'gateway.config.yaml',
    'tiers.yaml',
    'apis/new/api.yaml',
    'apis/dog_park/v1/parts/a.json',
    'gateway.log',
    'apis/notes.txt',
  ];
  expect(files.filter((file) => sources.covers(file))).toEqual(files.slice(0, 4));
});

describe('the configuration', () => {
  test.each([
    [
      'is missing',
      undefined,
      ['gateway.config.yaml:1:1 error config-unreadable There is no file gateway.config.yaml.'],
    ],
    [
      'is empty',
      '',
      ['gateway.config.yaml:1:1 error gateway-missing There is no document of kind Gateway here.'],
    ],
    [
      'is of another kind',
      'kind: Tier\nname: gold\n',
      ['gateway.config.yaml:1:1 error gateway-missing There is no document of kind Gateway here.'],
    ],
    [
      'is no mapping',
      '- 1\n',
      ['gateway.config.yaml:1:1 error unknown-kind This document has no `kind`, so it is no declaration.'],
    ],
    [
      'is of a newer format',
      config.replace('format: 1', 'format: 2'),
      ['gateway.config.yaml:2:9 error invalid-value `format` must be 1.'],
    ],
    [
      'has a tab',
      config.replace('  production', '\tproduction'),
      ['gateway.config.yaml:5:1 error yaml-syntax Tabs are not allowed as indentation.'],
    ],
    [
      'has a field twice',
      config + 'format: 1\n',
      ['gateway.config.yaml:9:1 error duplicate-key This key stands twice in its mapping.'],
    ],
  ])('%s', async (_title, text, expected) => {
    const { 'gateway.config.yaml': _, ...others } = cleanSources;
    const files = text === undefined ? others : { ...others, 'gateway.config.yaml': text };
    const { workspace, diagnostics } = await load(memorySourceTree(files), 'gateway.config.yaml');
    expect(describeDiagnostics(diagnostics).slice(0, 1)).toEqual(expected);
    expect(workspace).toBeUndefined();
  });

  test('stands once', async () => {
    expect(await findings({ 'tiers.yaml': `${cleanSources['tiers.yaml']}---\n${config}` })).toEqual([
      'tiers.yaml:5:1 error gateway-duplicate There is a second document of kind Gateway here.',
    ]);
  });
});

describe('a declaration', () => {
  test.each([
    [
      'of an unknown kind',
      'kind: Apy\n',
      'tiers.yaml:1:7 error unknown-kind "Apy" is no kind of declaration.',
    ],
    [
      'with an unknown field',
      'kind: Tier\nname: gold\nlimits: {}\n',
      'tiers.yaml:3:1 error unknown-field `limits` is no field of a Tier.',
    ],
    ['without a field', 'kind: Tier\n', 'tiers.yaml:1:1 error missing-field `name` is missing from a Tier.'],
    [
      'with a wrong choice',
      'kind: Tier\nname: gold\nlimit: { requests: 1, unit: minutes }\n',
      'tiers.yaml:3:29 error invalid-value `unit` must be one of second, minute, hour, day.',
    ],
    [
      'of the wrong form',
      'kind: Tier\nname: Gold!\n',
      'tiers.yaml:2:7 error invalid-value `name` is not of the right form.',
    ],
    [
      'that is a list',
      '- kind: Tier\n',
      'tiers.yaml:1:1 warning stray-file This file holds no declaration, and no API uses it in its definition.',
    ],
  ])('%s', async (_title, text, expected) => {
    expect(await findings({ 'tiers.yaml': text })).toEqual([expected]);
  });

  test('has help that names what was meant', async () => {
    const changed = { ...cleanSources, 'tiers.yaml': 'kind: Tier\nname: gold\nlimits: {}\n' };
    const { diagnostics } = await load(memorySourceTree(changed), 'gateway.config.yaml');
    expect(diagnostics[0]?.help).toBe('Did you mean `limit`?');
  });

  test('that breaks its schema still has its name known', async () => {
    const changed = { ...cleanSources, 'tiers.yaml': 'kind: Tier\nname: gold\nlimits: {}\n' };
    const { workspace } = await load(memorySourceTree(changed), 'gateway.config.yaml');
    expect([...(workspace?.names.Tier ?? [])]).toEqual(['gold']);
    expect(workspace?.tiers).toEqual([]);
  });

  test('of a misspelled kind still has its name known', async () => {
    const changed = { ...cleanSources, 'tiers.yaml': 'kind: Teir\nname: gold\n' };
    const { workspace } = await load(memorySourceTree(changed), 'gateway.config.yaml');
    expect([...(workspace?.names.Tier ?? [])]).toEqual(['gold']);
  });

  test('whose YAML is broken still has its name known', async () => {
    const changed = { ...cleanSources, 'tiers.yaml': 'kind: Tier\nname: gold\nlimit: { requests: 1\n' };
    const { workspace, diagnostics } = await load(memorySourceTree(changed), 'gateway.config.yaml');
    expect([...(workspace?.names.Tier ?? [])]).toEqual(['gold']);
    expect(diagnostics.map(({ code }) => code)).toEqual(['yaml-syntax']);
  });

  test('keeps the version as it is written', async () => {
    const version = async (text: string) => {
      const changed = {
        ...cleanSources,
        'apis/dog_park/v1/api.yaml': api.replace('version: v1', `version: ${text}`),
      };
      const { workspace } = await load(memorySourceTree(changed), 'gateway.config.yaml');
      return workspace?.apis[0]?.value.version;
    };
    expect(await Promise.all(['1.10', '1', '"1.10"', 'v2', '0x10'].map(version))).toEqual([
      '1.10',
      '1',
      '1.10',
      'v2',
      '0x10',
    ]);
  });

  test('never shows a plain-text secret', async () => {
    const application = cleanSources['applications/dog_walker.yaml']!;
    const secret = 'hunter2-hunter2-hunter2';
    const places = [
      application.replace(/secretDigests: .*/, `consumerSecret: ${secret}`),
      application.replace(/secretDigests: .*/, `secretDigests: ['${secret}']`),
    ];
    for (const text of places) {
      const changed = { ...cleanSources, 'applications/dog_walker.yaml': text };
      const { diagnostics } = await load(memorySourceTree(changed), 'gateway.config.yaml');
      expect(diagnostics.map(({ code, secret: masked }) => [code, masked])).toEqual([
        ['plain-text-secret', true],
      ]);
      expect(JSON.stringify(diagnostics)).not.toContain(secret);
    }
  });
});

describe('a hostile file', () => {
  test('of aliases that multiply is refused', async () => {
    const levels = Array.from(
      { length: 12 },
      (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n},`.repeat(9)}*a${n}]`,
    );
    const text = ['kind: Tier', 'a0: &a0 [x]', ...levels].join('\n');
    expect(await findings({ 'tiers.yaml': text })).toEqual([
      'tiers.yaml:1:1 error yaml-syntax Excessive alias count indicates a resource exhaustion attack.',
    ]);
  });

  test.each([
    ['YAML', 'tiers.yaml', `kind: Tier\nname: ${'['.repeat(100_000)}`],
    ['JSON', 'apis/dog_park/v1/openapi.json', '['.repeat(100_000)],
    ['JSON that is whole', 'apis/dog_park/v1/openapi.json', '['.repeat(1000) + ']'.repeat(1000)],
    ['an alias of its own parent', 'tiers.yaml', 'kind: &k Tier\nname: gold\nlimit: &self { burst: *self }'],
  ])('that nests without end is refused: %s', async (_title, file, text) => {
    const definition = { 'apis/dog_park/v1/api.yaml': api.replace('openapi.yaml', 'openapi.json') };
    const found = await findings({ ...(file.endsWith('json') ? definition : {}), [file]: text });
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]).toMatch(
      new RegExp(`^${file}:\\d+:\\d+ error (nesting-too-deep|yaml-syntax|json-syntax) `),
    );
  });

  test('cannot reach the prototype of anything', async () => {
    const text = 'kind: Tier\nname: gold\n__proto__: { limit: 1 }\nconstructor: 1\n';
    expect((await findings({ 'tiers.yaml': text })).toSorted()).toEqual([
      'tiers.yaml:3:1 error unknown-field `__proto__` is no field of a Tier.',
      'tiers.yaml:4:1 error unknown-field `constructor` is no field of a Tier.',
    ]);
    expect({}).not.toHaveProperty('limit');
  });
});

describe('a file', () => {
  test('past its size is named with its limit', async () => {
    const small = config + 'sizes: { declarationBytes: 1024, definitionBytes: 4096 }\n';
    const long = { 'tiers.yaml': cleanSources['tiers.yaml'] + '#'.repeat(2000) };
    expect(await findings({ 'gateway.config.yaml': small, ...long })).toEqual([
      'tiers.yaml:1:1 error file-unreadable tiers.yaml is larger than 1024 bytes.',
    ]);
    const definition = { 'apis/dog_park/v1/openapi.yaml': '#'.repeat(5000) };
    expect(await findings({ 'gateway.config.yaml': small, ...definition })).toEqual([
      'apis/dog_park/v1/api.yaml:7:13 error definition-unreadable apis/dog_park/v1/openapi.yaml is larger than 4096 bytes.',
    ]);
  });

  test('may hold several documents of several kinds', async () => {
    const { 'tiers.yaml': tiers, 'applications/dog_walker.yaml': application, ...others } = cleanSources;
    const files = { ...others, 'applications/all.yaml': `${tiers}---\n${application}---\n` };
    const { workspace, diagnostics } = await load(memorySourceTree(files), 'gateway.config.yaml');
    expect(diagnostics).toEqual([]);
    expect(workspace?.applications.map(({ place }) => place.document)).toEqual([1]);
  });
});
