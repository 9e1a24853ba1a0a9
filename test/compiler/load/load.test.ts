import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { load } from '#compiler/load/load.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { makeTestFolder } from '../../platform/in-folder.ts';
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
      ['gateway.config.yaml:1:1 error config-unreadable The file gateway.config.yaml does not exist.'],
    ],
    [
      'is empty',
      '',
      ['gateway.config.yaml:1:1 error gateway-missing This file contains no document of kind Gateway.'],
    ],
    [
      'is of another kind',
      'kind: Tier\nname: gold\n',
      ['gateway.config.yaml:1:1 error gateway-missing This file contains no document of kind Gateway.'],
    ],
    [
      'is no mapping',
      '- 1\n',
      ['gateway.config.yaml:1:1 error unknown-kind This document has no `kind`, so it is not a declaration.'],
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
      ['gateway.config.yaml:9:1 error duplicate-key The key `format` is repeated in its mapping.'],
    ],
  ])('%s', async (_title, text, expected) => {
    const { 'gateway.config.yaml': _, ...others } = cleanSources;
    const files = text === undefined ? others : { ...others, 'gateway.config.yaml': text };
    const { workspace, diagnostics } = await load(memorySourceTree(files), 'gateway.config.yaml');
    expect(describeDiagnostics(diagnostics).slice(0, 1)).toEqual(expected);
    expect(workspace).toBeUndefined();
  });

  test('names deployments in lower case, on one line', async () => {
    const named = (name: string) => config.replace('  qa:', `  ${name}:`);
    expect(await findings({ 'gateway.config.yaml': named('QA') })).toEqual([
      'gateway.config.yaml:7:3 error invalid-value The name "QA" in `deployments` does not have the required form.',
    ]);
    expect(await findings({ 'gateway.config.yaml': named('"a\\nb"') })).toEqual([
      'gateway.config.yaml:7:3 error invalid-value The name "a\\nb" in `deployments` does not have the required form.',
    ]);
  });

  test('stands once', async () => {
    expect(await findings({ 'tiers.yaml': `${cleanSources['tiers.yaml']}---\n${config}` })).toEqual([
      'tiers.yaml:5:1 error gateway-duplicate This is a second document of kind Gateway.',
    ]);
  });
});

describe('a declaration', () => {
  test.each([
    [
      'of an unknown kind',
      'kind: Apy\n',
      'tiers.yaml:1:7 error unknown-kind "Apy" is not a kind of declaration.',
    ],
    [
      'with an unknown field',
      'kind: Tier\nname: gold\nlimits: {}\n',
      'tiers.yaml:3:1 error unknown-field `limits` is not a field of a Tier.',
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
      'tiers.yaml:2:7 error invalid-value `name` does not have the required form.',
    ],
    [
      'that is a list',
      '- kind: Tier\n',
      'tiers.yaml:1:1 warning stray-file This file contains no declaration, and no API definition uses it.',
    ],
  ])('%s', async (_title, text, expected) => {
    expect(await findings({ 'tiers.yaml': text })).toEqual([expected]);
  });

  test('has help that names what was meant', async () => {
    const changed = { ...cleanSources, 'tiers.yaml': 'kind: Tier\nname: gold\nlimits: {}\n' };
    const { diagnostics } = await load(memorySourceTree(changed), 'gateway.config.yaml');
    expect(diagnostics[0]?.help).toBe('Did you mean `limit`?');
  });

  test('makes operations public by their methods and paths, not by operationIds', async () => {
    const publish = (name: string) =>
      findings({ 'apis/dog_park/v1/api.yaml': `${api}operationAccess: { '${name}': public }\n` });
    expect(await publish('GET /dogs/{dogId}')).toEqual([]);
    expect([...(await publish('readDogs')), ...(await publish('get /dogs'))]).toEqual([
      'apis/dog_park/v1/api.yaml:11:20 error invalid-value The name "readDogs" in `operationAccess` does not have the required form.',
      'apis/dog_park/v1/api.yaml:11:20 error invalid-value The name "get /dogs" in `operationAccess` does not have the required form.',
    ]);
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

  const secret = 'hunter2-hunter2-hunter2';
  const application = 'applications/dog_walker.yaml';
  const provider = (fields: string) => ({
    'identity-providers/campus.yaml': `kind: IdentityProvider\nname: campus\n${fields}`,
  });
  const endpoint = (auth: string) => ({ [file]: api.replace('{ url:', `{ auth: ${auth}, url:`) });
  const file = 'apis/dog_park/v1/api.yaml';

  test.each<[string, Record<string, string>]>([
    [
      'a secret in place of digests',
      { [application]: cleanSources[application]!.replace(/secretDigests: .*/, `consumerSecret: ${secret}`) },
    ],
    [
      'a digest that is none',
      {
        [application]: cleanSources[application]!.replace(
          /secretDigests: .*/,
          `secretDigests: ['${secret}']`,
        ),
      },
    ],
    [
      'digests that are no list',
      { [application]: cleanSources[application]!.replace(/secretDigests: .*/, `secretDigests: ${secret}`) },
    ],
    [
      'an unknown field that sounds secret',
      { [application]: cleanSources[application]! + `apiToken: ${secret}\n` },
    ],
    [
      'the password of an upstream',
      endpoint(`{ basic: { username: { fromEnv: USER }, password: ${secret} } }`),
    ],
    ['the header of an upstream', endpoint(`{ header: { name: X-Key, value: ${secret} } }`)],
    ['a variable that is none', endpoint(`{ header: { name: X-Key, value: { fromEnv: ${secret} } } }`)],
    [
      'a field beside a reference',
      endpoint(`{ header: { name: X-Key, value: { fromEnv: KEY, text: ${secret} } } }`),
    ],
    [
      'the store of state',
      { 'gateway.config.yaml': config + `state: { store: redis, url: 'redis://:${secret}@redis' }\n` },
    ],
    ['the password of a user', { 'users/ada.yaml': `kind: User\nname: ada\npasswordDigest: ${secret}\n` }],
    [
      'the password of a user in a field of its own',
      { 'users/ada.yaml': `${cleanSources['users/ada.yaml']}password: ${secret}\n` },
    ],
    ['the password for a directory', provider(`type: ldap\nbind: { dn: cn=a, password: ${secret} }\n`)],
    ['the secret of the gateway as a client', provider(`type: oidc\nclientSecret: ${secret}\n`)],
    ['a certificate in place of its file', provider(`type: saml\ncertificates: [${secret}]\n`)],
    ['a signing key', { 'gateway.config.yaml': config + `token: { signingKeys: [{ key: ${secret} }] }\n` }],
  ])('never shows a plain-text secret: %s', async (_title, texts) => {
    const changed = { ...cleanSources, ...texts };
    const { diagnostics } = await load(memorySourceTree(changed), 'gateway.config.yaml');
    const errors = diagnostics.filter(({ code }) => !code.startsWith('missing'));
    expect(errors.length).toBeGreaterThan(0);
    for (const error of errors) expect(error).toMatchObject({ code: 'plain-text-secret', secret: true });
    expect(JSON.stringify(diagnostics)).not.toContain(secret);
  });
});

describe('YAML', () => {
  test.each([
    [
      'a key twice',
      'kind: Tier\nname: gold\nname: silver\n',
      'tiers.yaml:3:1 error duplicate-key The key `name` is repeated in its mapping.',
    ],
    [
      'an alias without an anchor',
      'kind: Tier\nname: *gold\n',
      'tiers.yaml:2:7 error yaml-syntax The anchor &gold is not defined before this alias.',
    ],
    [
      'a tag of another program',
      'kind: Tier\nname: !include gold.yaml\n',
      'tiers.yaml:2:7 error yaml-syntax Unresolved tag: !include.',
    ],
    [
      'a merge of nothing',
      'kind: Tier\nname: gold\n<<: 5\n',
      'tiers.yaml:1:1 error yaml-syntax Merge sources must be maps or map aliases.',
    ],
    [
      'another version',
      '%YAML 1.1\n---\nkind: Tier\nname: gold\n',
      'tiers.yaml:2:1 error yaml-syntax Only YAML 1.2 is supported.',
    ],
    [
      'a number that JSON lacks',
      'kind: Tier\nname: gold\nlimit: { requests: .inf, unit: day }\n',
      'tiers.yaml:3:20 error unfit-value JSON does not support this number.',
    ],
  ])('with %s is an error at its place', async (_title, text, expected) => {
    expect(await findings({ 'tiers.yaml': text })).toEqual([expected]);
  });

  test('may use one anchor often, and merge', async () => {
    const uses = Array.from({ length: 300 }, (_, n) => `  /dogs_${n}: *path`).join('\n');
    const text = `openapi: 3.0.3\ninfo: &info { title: Dogs }\nx-base: &path { get: { responses: { '200': { description: ok } } } }\npaths:\n${uses}\n`;
    const merged = text.replace(
      'info: &info { title: Dogs }',
      "x-info: &info { title: Dogs, version: '1' }\ninfo: { <<: *info, title: Cats }",
    );
    expect(await findings({ 'apis/dog_park/v1/openapi.yaml': merged })).toEqual([]);
    const byTools = merged.replace(
      'info: { <<: *info, title: Cats }',
      'info:\n  !!merge <<: *info\n  title: Cats',
    );
    expect(await findings({ 'apis/dog_park/v1/openapi.yaml': byTools })).toEqual([]);
    const twice = byTools.replace('  title: Cats', '  !!merge <<: *info');
    expect(await findings({ 'apis/dog_park/v1/openapi.yaml': twice })).toEqual([
      expect.stringContaining('The key `<<` is repeated in its mapping.'),
    ]);
  });
});

describe('a definition in JSON', () => {
  test('with a number too large for JSON is an error at its place', async () => {
    const changed = {
      'apis/dog_park/v1/api.yaml': api.replace('openapi.yaml', 'openapi.json'),
      'apis/dog_park/v1/openapi.json': '{ "openapi": "3.0.3",\n  "x-much": 1e400 }',
    };
    expect(await findings(changed)).toContain(
      'apis/dog_park/v1/openapi.json:2:13 error unfit-value JSON does not support this number.',
    );
  });
});

describe('sources', () => {
  test('may be named from here', async () => {
    const globs = "sources: ['./apis/**/*.yaml', './applications/*.yaml', ./tiers.yaml]\n";
    const files = { ...cleanSources, 'gateway.config.yaml': config + globs };
    const { diagnostics, sources } = await load(memorySourceTree(files), 'gateway.config.yaml');
    expect(diagnostics).toEqual([]);
    expect(sources.covers('apis/cat_park/v1/api.yaml')).toBe(true);
  });

  test('whose globs find nothing are an error, and a warning where one of them finds a file', async () => {
    const slip = config + "sources: ['api/**/*.yaml', tiers.yaml]\n";
    expect(await findings({ 'gateway.config.yaml': slip })).toEqual([
      'gateway.config.yaml:9:11 warning sources-empty No file matches api/**/*.yaml.',
      'gateway.config.yaml:9:1 warning sources-empty The files that were found declare no API, so every call returns 404.',
    ]);
    const other = `${config}sources: ['apis/**/*.yaml', applications/*.yaml, tier.yaml]\n`;
    expect(await findings({ 'gateway.config.yaml': other })).toContain(
      'gateway.config.yaml:9:50 warning sources-empty No file matches tier.yaml.',
    );
    expect((await findings({ 'gateway.config.yaml': other })).join()).not.toContain('No API');
    const moved = { 'gateway.config.yaml': `${config}sources: ['apis/**/*.yaml', tiers.yaml]\n` };
    const { diagnostics: ofMoved } = await load(memorySourceTree(moved), 'gateway.config.yaml');
    expect(describeDiagnostics(ofMoved)).toEqual([
      'gateway.config.yaml:9:11 error sources-empty No file matches apis/**/*.yaml.',
      'gateway.config.yaml:9:29 error sources-empty No file matches tiers.yaml.',
    ]);
    const { diagnostics } = await load(
      memorySourceTree({ 'gateway.config.yaml': config }),
      'gateway.config.yaml',
    );
    expect(describeDiagnostics(diagnostics)).toEqual([
      'gateway.config.yaml:1:1 warning sources-empty Nothing is declared in apis, applications and tiers next to this file.',
    ]);
  });

  test('of which an API is broken are not called stray', async () => {
    const split = {
      'apis/dog_park/v1/openapi.yaml':
        "openapi: 3.0.3\ninfo: { title: x, version: '1' }\npaths: { /dogs: { $ref: part.yaml } }\n",
      'apis/dog_park/v1/part.yaml': "get: { responses: { '200': { description: ok } } }\n",
    };
    expect(await findings(split)).toEqual([]);
    const broken = { ...split, 'apis/dog_park/v1/api.yaml': api.replace('owner:', 'ownr:') };
    expect((await findings(broken)).map((line) => line.split(' ')[2])).toEqual([
      'missing-field',
      'unknown-field',
    ]);
  });

  test('may have a `kind` of their own where a definition uses them, and not elsewhere', async () => {
    const split = {
      'apis/dog_park/v1/openapi.yaml':
        "openapi: 3.0.3\ninfo: { title: x, version: '1' }\npaths: { /dogs: { parameters: [{ $ref: 'parameters.yaml#/kind' }] } }\n",
      'apis/dog_park/v1/parameters.yaml': 'kind: { name: kind, in: query, schema: { type: string } }\n',
    };
    expect(await findings(split)).toEqual([]);
    expect(await findings({ 'apis/pod.yaml': 'kind: Pod\n' })).toEqual([
      'apis/pod.yaml:1:7 error unknown-kind "Pod" is not a kind of declaration.',
    ]);
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
      'tiers.yaml:1:1 error unfit-value Its aliases expand the document to 5000000 values or more.',
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
      'tiers.yaml:3:1 error unknown-field `__proto__` is not a field of a Tier.',
      'tiers.yaml:4:1 error unknown-field `constructor` is not a field of a Tier.',
    ]);
    expect({}).not.toHaveProperty('limit');
  });
});

describe('a file', () => {
  test('past its size is named with its limit', async () => {
    const small = config + 'sizes: { declarationBytes: 1024, definitionBytes: 16384 }\n';
    const long = { 'tiers.yaml': cleanSources['tiers.yaml'] + '#'.repeat(2000) };
    expect(await findings({ 'gateway.config.yaml': small, ...long })).toEqual([
      'tiers.yaml:1:1 error file-unreadable tiers.yaml is larger than 1024 bytes.',
    ]);
    const definition = { 'apis/dog_park/v1/openapi.yaml': '#'.repeat(20_000) };
    expect(await findings({ 'gateway.config.yaml': small, ...definition })).toEqual([
      'apis/dog_park/v1/api.yaml:7:13 error definition-unreadable apis/dog_park/v1/openapi.yaml is larger than 16384 bytes.',
    ]);
  });

  test('that is deleted between listing and reading counts as deleted; a link to nothing is an error', async () => {
    const root = await makeTestFolder();
    for (const [file, text] of Object.entries(cleanSources)) {
      await mkdir(dirname(join(root, file)), { recursive: true });
      await writeFile(join(root, file), text);
    }
    await writeFile(join(root, 'applications/gone.yaml'), cleanSources['applications/dog_walker.yaml']!);
    const onDisk = diskSourceTree(root);
    const list = async (patterns: readonly string[]) => {
      const listed = await onDisk.list(patterns);
      await rm(join(root, 'applications/gone.yaml'), { force: true });
      return listed;
    };
    expect((await load({ ...onDisk, list }, 'gateway.config.yaml')).diagnostics).toEqual([]);
    await symlink('nowhere.yaml', join(root, 'applications/link.yaml'));
    const { diagnostics } = await load(onDisk, 'gateway.config.yaml');
    expect(describeDiagnostics(diagnostics)).toEqual([
      'applications/link.yaml:1:1 error file-unreadable The file applications/link.yaml does not exist.',
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
