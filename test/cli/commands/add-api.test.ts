import { describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { callGatewright } from '../call-gatewright.ts';
import { runGatewright } from '../run-gatewright.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const definition = `openapi: 3.0.3
info: { title: Cat Café API v2, version: 2.1.0, contact: { email: cats@example.edu } }
servers:
  - url: http://cats.example.edu
  - url: https://{host}.example.edu/base
    variables: { host: { default: cats } }
paths:
  /cats:
    get: { responses: { '200': { $ref: './parts/responses.yaml#/fine' } } }
`;
const responses = '# kept as it is\nfine: { description: Fine. }\n';
const inside = Object.fromEntries(
  Object.entries(cleanSources).map(([file, text]) => [`repository/${file}`, text]),
);
const outside = {
  ...inside,
  'elsewhere/cats/openapi.yaml': definition,
  'elsewhere/cats/parts/responses.yaml': responses,
};
const next = `The owner is cats@example.edu, the contact of the document; --owner names another one.
CatCafe/v2 has 1 operation at /cat_cafe/v2; its calls go to https://cats.example.edu/base.
Requests that do not match the document are forwarded and reported, since nobody has enforced it yet: once the metric \`gatewright_drift_total\` no longer grows, remove \`validation\` from api.yaml, and the gateway refuses them.
1 error of lint is in gatewright-baseline.json, so that the gateway serves the API as it is: server-tls 1. Fix it when you can; \`gatewright lint --prune\` then removes it there.
Next: \`gatewright add subscription --application DogWalker --api CatCafe/v2 --tier gold\`
lets an application call it, and \`gatewright run\` serves it.
`;
const reported = `# Nobody has enforced this document yet: requests that do not match it are forwarded and reported. Remove this to refuse them.
validation:
  requests: report
`;

function declaration(at: string): string {
  return `kind: Api
name: CatCafe
context: /cat_cafe
version: v2
state: published
owner: cats@example.edu
definition: ${at}
endpoints:
  production:
    url: https://cats.example.edu/base
${reported}`;
}

describe.concurrent('gatewright add api', () => {
  test('proposes everything from the document, and copies it with the files that it refers to', async () => {
    await using folder = await temporaryFolder(outside);
    const words = ['add', 'api', '--from', '../elsewhere/cats/openapi.yaml'];
    expect(await runGatewright(`${folder.path}/repository`, words)).toEqual({
      code: 0,
      stdout:
        'created gatewright-baseline.json\n' +
        'created apis/cat_cafe/v2/openapi.yaml\n' +
        'created apis/cat_cafe/v2/parts/responses.yaml\n' +
        'created apis/cat_cafe/v2/api.yaml\n',
      stderr: next,
    });
    expect(await folder.read('repository/apis/cat_cafe/v2/api.yaml')).toBe(declaration('./openapi.yaml'));
    expect(await folder.read('repository/apis/cat_cafe/v2/openapi.yaml')).toBe(definition);
    expect(await folder.read('repository/apis/cat_cafe/v2/parts/responses.yaml')).toBe(responses);
    const { stdout } = await callGatewright(`${folder.path}/repository`, ['lint']);
    expect(stdout).not.toMatch(/apis\/cat_cafe\/v2\/api\.yaml/);
  });

  test('refers to a document that is in the repository already', async () => {
    await using folder = await temporaryFolder({
      ...cleanSources,
      'specifications/cats/openapi.yaml': definition,
      'specifications/cats/parts/responses.yaml': responses,
    });
    expect(
      await callGatewright(folder.path, ['add', 'api', '--from', 'specifications/cats/openapi.yaml']),
    ).toEqual({
      code: 0,
      stdout: 'created gatewright-baseline.json\ncreated apis/cat_cafe/v2/api.yaml\n',
      stderr: next,
    });
    expect(await folder.read('apis/cat_cafe/v2/api.yaml')).toBe(
      declaration('../../../specifications/cats/openapi.yaml'),
    );
  });

  test('lets options have the last word', async () => {
    await using folder = await temporaryFolder({
      ...cleanSources,
      'api.yaml': definition,
      'parts/responses.yaml': responses,
    });
    const named = ['--name', 'CatBar', '--context', 'catbar', '--version', '1', '--owner', 'bar-team'];
    const endpoints = [
      '--production',
      'https://bar.example.edu',
      '--sandbox',
      'https://bar-sandbox.example.edu',
    ];
    const words = ['add', 'api', '--from', 'api.yaml', ...named, ...endpoints, '--validation', 'enforce'];
    expect(await callGatewright(folder.path, words)).toMatchObject({ code: 0 });
    expect(await folder.read('apis/catbar/1/api.yaml')).toBe(`kind: Api
name: CatBar
context: /catbar
version: "1"
state: published
owner: bar-team
definition: ../../../api.yaml
endpoints:
  production:
    url: https://bar.example.edu
  sandbox:
    url: https://bar-sandbox.example.edu
`);
  });

  test('writes nothing where the declaration would have errors', async () => {
    await using folder = await temporaryFolder(outside);
    const words = [
      'add',
      'api',
      '--from',
      '../elsewhere/cats/openapi.yaml',
      '--production',
      'http://cats.example.edu',
    ];
    const { code, stdout, stderr } = await callGatewright(`${folder.path}/repository`, words);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error endpoint-https .+\n {2}apis\/cat_cafe\/v2\/api\.yaml:10:10\n/);
    await expect(folder.read('repository/apis/cat_cafe/v2/parts/responses.yaml')).rejects.toThrow('ENOENT');
  });

  test('writes nothing that brings an error elsewhere', async () => {
    await using folder = await temporaryFolder(outside);
    const words = [
      'add',
      'api',
      '--from',
      '../elsewhere/cats/openapi.yaml',
      '--name',
      'DogPark',
      '--version',
      'v2',
    ];
    const { code, stdout, stderr } = await callGatewright(`${folder.path}/repository`, [
      ...words,
      '--context',
      'other',
    ]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error api-name-context-one-to-one /);
  });

  test('copies nothing from outside the folder of a document', async () => {
    const document = definition.replace('./parts/responses.yaml', '../private.yaml');
    await using folder = await temporaryFolder({
      ...inside,
      'elsewhere/cats/openapi.yaml': document,
      'elsewhere/private.yaml': responses,
    });
    const words = ['add', 'api', '--from', '../elsewhere/cats/openapi.yaml'];
    expect(await callGatewright(`${folder.path}/repository`, words)).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: The document refers to ../private.yaml, which is outside its folder.\n' +
        'help: Copy the document with all files that it refers to into the repository, and use that copy.\n',
    });
  });

  test('never writes over a file', async () => {
    await using folder = await temporaryFolder({
      ...outside,
      'repository/apis/cat_cafe/v2/api.yaml': 'kind: Tier\nname: x\n',
    });
    const words = ['add', 'api', '--from', '../elsewhere/cats/openapi.yaml'];
    expect(await callGatewright(`${folder.path}/repository`, words)).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: apis/cat_cafe/v2/api.yaml exists already.\n',
    });
  });

  test.each([
    ['missing.yaml', undefined, [], 'missing.yaml does not exist.', undefined],
    [
      'x.yaml',
      'a: 1\n',
      [],
      'x.yaml is not an OpenAPI document: it has neither `openapi` nor `swagger` at its top level.',
      undefined,
    ],
    ['x.txt', definition, [], 'x.txt does not have the extension of a YAML or JSON file.', undefined],
    ['x.yaml', definition, [], './parts/responses.yaml (referred to by x.yaml) does not exist.', undefined],
    [
      'openapi.yaml',
      'openapi: 3.0.3\ninfo: { title: API, version: 1 }\n',
      [],
      'The title of the document gives no name for the API.',
      'Name it with --name, in UpperCamelCase: DogPark.',
    ],
    [
      'x.yaml',
      'openapi: 3.0.3\ninfo: { title: Cat Cafe, version: next }\nservers: [{ url: http://cats.example.edu }]\n',
      [],
      'The document names no https server, only http://cats.example.edu.',
      'Name the address of the service with --production URL, or, where nobody can read the calls, as inside a cluster, say why with --allow-plain-http REASON.',
    ],
    [
      'x.yaml',
      'openapi: 3.0.3\ninfo: { title: Cat Cafe, version: 1 }\n',
      ['--production', 'https://cats.example.edu', '--allow-plain-http', 'why'],
      '--allow-plain-http is for an endpoint that begins with http://.',
      undefined,
    ],
    [
      'x.yaml',
      'openapi: 3.0.3\n',
      ['--validation', 'enforced'],
      '--validation cannot be "enforced".',
      'Choose one of report, enforce, off.',
    ],
    [
      'x.yaml',
      'openapi: 3.0.3\ninfo: { title: Cat Cafe, version: 1 }\nservers: [{ url: /v1 }]\n',
      ['--owner', 'x'],
      'The document names no https server that could be the production endpoint.',
      'Name the address of the service with --production URL.',
    ],
    [
      'x.yaml',
      'openapi: 3.0.3\n',
      ['--name', '../X'],
      '"../X" is not a valid name for an API.',
      'Write it in UpperCamelCase: DogPark.',
    ],
    [
      'x.yaml',
      'openapi: 3.0.3\n',
      ['--name', 'CatCafe', '--context', '/../../x'],
      '"/../../x" is not a valid context for an API.',
      'Write it in snake_case: /dog_park.',
    ],
    [
      'x.yaml',
      'openapi: 3.0.3\n',
      ['--name', 'DogPark', '--version', 'v1'],
      'The API DogPark/v1 already exists.',
      'Choose another version or another name.',
    ],
  ])('refuses %s %j %j', async (file, text, options, message, help) => {
    await using folder = await temporaryFolder(
      text === undefined ? cleanSources : { ...cleanSources, [file]: text },
    );
    expect(await callGatewright(folder.path, ['add', 'api', '--from', file, ...options])).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: ${message}\n${help === undefined ? '' : `help: ${help}\n`}`,
    });
  });

  test('tells where a document is broken', async () => {
    await using folder = await temporaryFolder({ ...cleanSources, 'x.json': '{"openapi": ' });
    const { code, stderr } = await callGatewright(folder.path, ['add', 'api', '--from', 'x.json']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^error: x\.json is broken at line 1, column \d+: /),
    });
  });
});
