import { describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { callGatewright } from '../call-gatewright.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const head = 'openapi: 3.0.3\ninfo: { title: Cat Café, version: 2.1.0 }\n';
const paths = `servers: [{ url: https://cats.example.edu }]
components:
  securitySchemes:
    main:
      type: oauth2
      flows: { clientCredentials: { tokenUrl: /token, scopes: { cats.read: Reads., cats.write: Writes. } } }
    basic: { type: http, scheme: basic }
security: [{ main: [cats.read] }]
paths:
  /cats:
    get: { summary: Lists., responses: { '200': { description: Fine. } } }
    post: { security: [{ main: [cats.write] }], responses: { '204': { description: Fine. } } }
  /getHealth:
    get: { security: [], responses: { '200': { description: Fine. } } }
`;

/** Adds a document to the clean sources. */
async function add(
  document: string,
  options: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
) {
  const folder = await temporaryFolder({ ...cleanSources, ...files, 'openapi.yaml': document });
  const words = ['add', 'api', '--from', 'openapi.yaml', '--owner', 'cats', ...options];
  return { folder, result: await callGatewright(folder.path, words) };
}

describe.concurrent('an existing API', () => {
  test('is declared although its document opens an operation, with what its callers have to know', async () => {
    const { folder, result } = await add(head + paths);
    await using _ = folder;
    expect(result.code).toBe(0);
    expect(result.stdout).toContain('created apis/cat_cafe/v2/api.yaml\n');
    expect(result.stderr).toContain(
      '2 of 3 operations need a scope of the subscription: cats.read and cats.write.\n',
    );
    expect(result.stderr).toContain(
      'One operation needs no token by the document (`GET /getHealth`), but the gateway requires one, since a document alone opens nothing: ',
    );
    expect(result.stderr).toContain(
      'asks for credentials (main and basic), declare them under `endpoints.production.auth`',
    );
    const next = 'gatewright add subscription --application DogWalker --api CatCafe/v2 --tier gold';
    expect(result.stderr).toContain(`Next: \`${next} --scope cats.read --scope cats.write\``);
    expect(await callGatewright(folder.path, ['lint'])).toMatchObject({ code: 0 });
    const words = [
      '--application',
      'DogWalker',
      '--api',
      'CatCafe/v2',
      '--tier',
      'gold',
      '--scope',
      'cats.read',
    ];
    const subscribed = await callGatewright(folder.path, ['add', 'subscription', ...words]);
    expect(subscribed.stderr.split('\n')[0]).toBe(
      '1 operation needs a scope that this subscription does not have: cats.write.',
    );
  });

  test('has its errors in the baseline, beside what was there, and with an option its warnings too', async () => {
    const entry = `{"rule":"path-noun","file":"apis/dog_park/v1/openapi.yaml","pointer":"/paths/~1x","fingerprint":"${'0'.repeat(32)}"}`;
    const baseline = `{\n  "kind": "Baseline",\n  "format": 1,\n  "findings": [\n    ${entry}\n  ]\n}\n`;
    const { folder, result } = await add(head + paths, ['--write-baseline'], {
      'gatewright-baseline.json': baseline,
    });
    await using _ = folder;
    expect(result).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^changed gatewright-baseline\.json\n/),
    });
    const written = await folder.read('gatewright-baseline.json');
    expect(written).toContain(entry);
    const linted = await callGatewright(folder.path, ['lint', '--max-warnings', '0']);
    expect(linted).toMatchObject({ code: 0, stdout: expect.stringMatching(/^No problems found/) });
    expect(linted.stderr).toMatch(
      /findings are in the baseline\.\n1 finding of the baseline is no longer found/,
    );
    const before = written.split('\n').length;
    await callGatewright(folder.path, ['lint', '--write-baseline']);
    expect((await folder.read('gatewright-baseline.json')).split('\n').length).toBe(before - 1);
  });

  test('is not added over a baseline that cannot be read', async () => {
    const { folder, result } = await add(head + paths, [], { 'gatewright-baseline.json': '{' });
    await using _ = folder;
    expect(result.code).not.toBe(0);
    await expect(folder.read('apis/cat_cafe/v2/api.yaml')).rejects.toThrow('ENOENT');
    expect(await folder.read('gatewright-baseline.json')).toBe('{');
  });

  test('has errors that nothing can suppress printed', async () => {
    const broken = `${head}servers: [{ url: https://cats.example.edu }]\npaths:\n  /cats: { get: { $ref: '#/x', responses: {} } }\n  /dogs: { $ref: '#/nowhere' }\n`;
    const { folder, result } = await add(broken);
    await using _ = folder;
    expect(result.code).toBe(0);
    expect(result.stderr).toMatch(
      /cannot be suppressed, so `gatewright run` refuses the sources until you fix (it|them)/,
    );
  });

  test('shares the context and the owner of its other versions', async () => {
    const { folder, result } = await add(head.replace('Cat Café', 'dog park') + paths);
    await using _ = folder;
    expect(result).toMatchObject({ code: 0 });
    expect(await folder.read('apis/dog_park/v2/api.yaml')).toContain(
      'name: DogPark\ncontext: /dog_park\nversion: v2\n',
    );
  });

  test('may have a service without TLS, with a reason', async () => {
    const plain = head + paths.replace('https://cats.example.edu', 'http://cats.shop.svc.cluster.local');
    const refused = await add(plain, ['--production', 'http://cats.shop.svc.cluster.local']);
    await using first = refused.folder;
    expect(refused.result).toMatchObject({ code: 1, stdout: '' });
    expect(refused.result.stderr).toContain(
      'To allow http://cats.shop.svc.cluster.local, say why with --allow-plain-http REASON.\n',
    );
    const { folder, result } = await add(plain, ['--allow-plain-http', 'The mesh encrypts all calls.']);
    await using second = folder;
    expect(result).toMatchObject({ code: 0 });
    await expect(first.read('apis/cat_cafe/v2/api.yaml')).rejects.toThrow('ENOENT');
    expect(await second.read('apis/cat_cafe/v2/api.yaml')).toContain(
      '    url: http://cats.shop.svc.cluster.local\n    allowPlainHttp:\n      reason: The mesh encrypts all calls.\n',
    );
    expect(await callGatewright(folder.path, ['lint'])).toMatchObject({ code: 0 });
  });

  test.each([
    ['{ title: API, version: 1 }', 'https://api.cats.example.edu', 'Cats', 'cats', 'v1'],
    ['{ title: 漢字, version: 20240501 }', 'https://www.cats.example.edu/v1', 'Cats', 'cats', 'v1'],
    [
      '{ title: Health API, version: next }',
      'https://cats.example.edu',
      'HealthService',
      'health_service',
      'v1',
    ],
    ['{ title: 3D DogParkV2, version: v2beta }', '//cats.example.edu', 'DDogPark', 'd_dog_park', 'v2'],
  ])('with %s of %s is %s', async (info, server, name, context, version) => {
    const document = `openapi: 3.0.3\ninfo: ${info}\nservers: [{ url: '${server}' }]\npaths: {}\n`;
    const { folder, result } = await add(document);
    await using _ = folder;
    expect(result).toMatchObject({ code: 0 });
    expect(await folder.read(`apis/${context}/${version}/api.yaml`)).toContain(`name: ${name}\n`);
  });
});
