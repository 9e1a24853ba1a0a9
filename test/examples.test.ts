import { argon2Sync, createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backends } from '../examples/backends/start-backends.ts';
import { startResourceServer, type ResourceServer } from '../examples/backends/http/resource-server.ts';
import type { KeySetName } from '#compiled/manifest.ts';
import { build } from '#pipeline.ts';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import { checkEditorSchemas, listDeclarationFiles } from './examples/check-editor-schema.ts';
import { contractSchemas } from './examples/contract-schemas.ts';
import { demoCalls } from './examples/demo-calls.ts';
import { listOperations } from './examples/declared-responses.ts';
import { findExamples } from './examples/find-examples.ts';
import { makeCalls } from './examples/make-calls.ts';

const root = resolve(import.meta.dirname, '..');

const { workspace, compiled } = await build(diskSourceTree(root), 'gateway.config.yaml', 'production');
const contracts = (workspace?.apis ?? []).map(({ value, definition }) => ({
  api: `${value.name}/${value.version}`,
  contract: definition?.contract ?? {},
}));

describe('the declarations', () => {
  test.each(['production', 'qa'])('compile for %s without a finding of any severity', async (deployment) => {
    const result = await build(diskSourceTree(root), 'gateway.config.yaml', deployment);
    expect(result.diagnostics).toEqual([]);
    expect(result.compiled?.manifest.deployment).toBe(deployment);
  });

  test('each name the schema of their kind for editors, and satisfy it', async () => {
    const files = await listDeclarationFiles(root);
    expect(files).toHaveLength(15);
    expect(await Promise.all(files.map((file) => checkEditorSchemas(root, file)))).toEqual(
      files.map(() => []),
    );
  });

  test('have the digests of the demonstration secrets', async () => {
    const text = await readFile(join(root, 'examples/demo-credentials.json'), 'utf8');
    const secrets: unknown = JSON.parse(text, (key, value: unknown) => {
      if (key !== 'consumerSecret') return value;
      expect(value).toMatch(/^[A-Za-z0-9_-]{43}$/);
      return `sha256:${createHash('sha256').update(String(value)).digest('hex')}`;
    });
    const declared = (compiled?.manifest.applications ?? []).map(({ name, keySets }) => [
      name,
      Object.fromEntries(
        keySets.map(({ keySet, consumerKey, secretDigests }) => [
          keySet,
          { consumerKey, consumerSecret: secretDigests[0] },
        ]),
      ),
    ]);
    const { users: _, ...ofApplications } = secrets as Readonly<Record<string, unknown>>;
    expect(ofApplications).toEqual(Object.fromEntries(declared));
  });

  test('have the digests of the demonstration passwords', async () => {
    const text = await readFile(join(root, 'examples/demo-credentials.json'), 'utf8');
    const { users } = JSON.parse(text) as { users: Record<string, { password: string }> };
    const declared = compiled?.manifest.users ?? [];
    expect(declared.map(({ name }) => name)).toEqual(Object.keys(users));
    for (const { name, passwordDigest } of declared) {
      const [, , , , salt = '', tag] = passwordDigest.split('$');
      const digest = argon2Sync('argon2id', {
        message: users[name]?.password ?? '',
        nonce: Buffer.from(salt, 'base64'),
        parallelism: 1,
        tagLength: 32,
        memory: 19_456,
        passes: 2,
      });
      expect(digest.toString('base64').replace(/=+$/, '')).toBe(tag);
    }
  });
});

describe('the OpenAPI documents', () => {
  test.each(contracts)('of $api have examples that satisfy their schemas', ({ contract }) => {
    const schemas = contractSchemas(contract);
    const examples = findExamples(contract);
    expect(examples.length).toBeGreaterThan(30);
    const problems = examples.map(({ schemaPointer, value }) => schemas.check(schemaPointer, value));
    expect(problems).toEqual(examples.map(() => []));
  });

  test('would be caught with an example that does not', () => {
    const contract = {
      openapi: '3.0.3',
      components: { schemas: { Age: { type: 'integer', example: 'seven' } } },
    };
    const [example] = findExamples(contract);
    expect(contractSchemas(contract).check(example?.schemaPointer ?? '', example?.value)).toEqual([
      ': must be integer',
    ]);
  });
});

describe.each(contracts)('the backend of $api', ({ api, contract }) => {
  let server: ResourceServer;

  beforeAll(async () => {
    server = await startBackend(api, 'production');
  });

  afterAll(() => server.close());

  test('answers every operation as the document declares', async () => {
    const calls = demoCalls[api] ?? [];
    const { problems, operations } = await makeCalls(server.url, contract, calls);
    expect(problems).toEqual([]);
    const declared = listOperations(contract).map(({ method, path }) => `${method} ${path}`);
    expect(operations.toSorted()).toEqual(declared.toSorted());
  });

  test('answers with other data in the sandbox, as the document declares too', async () => {
    await using sandbox = await startBackend(api, 'sandbox');
    const paths = listOperations(contract).filter(
      ({ method, path }) => method === 'GET' && !path.includes('{'),
    );
    const calls = paths.map(({ method, path }) => ({ method, path, status: 200 }));
    expect(await makeCalls(sandbox.url, contract, calls)).toMatchObject({ problems: [] });
    for (const { path } of calls)
      expect(await readText(sandbox.url + path)).not.toBe(await readText(server.url + path));
  });
});

async function startBackend(api: string, keySet: KeySetName): Promise<ResourceServer> {
  const backend = backends[api];
  if (!backend) throw new Error(`There is no backend for ${api}.`);
  return startResourceServer(backend(keySet), 0);
}

async function readText(url: string): Promise<string> {
  return (await fetch(url)).text();
}
