import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LintCache } from '../../../src/cli/lint/lint-cache.ts';
import { digestOf } from '../../../src/compiled/digest.ts';
import { exampleCertificates } from '../../../src/compiler/rule/certificates/example-certificates.ts';
import { cleanSources } from '../../../src/compiler/rule/clean-sources.ts';
import { cleanDefinition } from '../../../src/compiler/rule/clean-definition.ts';
import type { RememberedDefinition } from '../../../src/compiler/workspace/definition-memory.ts';
import { draws } from '../../full-run.ts';
import { callGatewright } from '../call-gatewright.ts';
import { temporaryFolder, type TemporaryFolder } from '../temporary-folder.ts';
import {
  changingProject,
  numberedSchemas,
  someEdits,
  splitDefinition,
  type FileEdit,
} from './changing-project.ts';

const at = { file: 'a.yaml', line: 1, column: 1, endLine: 1, endColumn: 2, pointer: '/a' };
const found: RememberedDefinition = {
  files: { 'a.yaml': digestOf('a'), 'b.yaml': digestOf('b') },
  diagnostics: [{ code: 'test-rule', severity: 'error', message: 'Found.', at }],
  askedScopes: ['dogs:write'],
  operationNames: [['GET /dogs', 'listDogs'], ['POST /dogs']],
};

async function openCache(folder: string, engine = 'engine', settings = '{}'): Promise<LintCache> {
  const cache = new LintCache(folder, engine);
  await cache.open(settings);
  return cache;
}

/** A folder in which one run has kept what it found in a.yaml. */
async function keptFolder(): Promise<TemporaryFolder> {
  const folder = await temporaryFolder({});
  const cache = await openCache(folder.path);
  await cache.keep('a.yaml', found);
  cache.keepWithoutDeclarations('a.yaml', digestOf('a'));
  await cache.close();
  return folder;
}

describe('the cache of lint', () => {
  test('gives the next run what one has kept', async () => {
    await using folder = await keptFolder();
    const cache = await openCache(folder.path);
    expect(cache.filesOf('a.yaml')).toEqual(found.files);
    expect(await cache.recall('a.yaml')).toEqual(found);
    expect(cache.isWithoutDeclarations('a.yaml', digestOf('a'))).toBe(true);
  });

  test('knows nothing of another definition, or of another text', async () => {
    await using folder = await keptFolder();
    const cache = await openCache(folder.path);
    expect([cache.filesOf('b.yaml'), await cache.recall('b.yaml')]).toEqual([undefined, undefined]);
    expect(cache.filesOf('constructor')).toBeUndefined();
    expect(cache.isWithoutDeclarations('a.yaml', digestOf('b'))).toBe(false);
    expect(cache.isWithoutDeclarations('b.yaml', digestOf('b'))).toBe(false);
  });

  test.each([
    ['another engine', 'other', '{}'],
    ['other settings', 'engine', '{"rules":{}}'],
  ])('knows nothing for %s', async (_, engine, settings) => {
    await using folder = await keptFolder();
    const cache = await openCache(folder.path, engine, settings);
    expect([cache.filesOf('a.yaml'), await cache.recall('a.yaml')]).toEqual([undefined, undefined]);
    expect(cache.isWithoutDeclarations('a.yaml', digestOf('a'))).toBe(false);
  });

  test('takes findings that another run has kept meanwhile for not there', async () => {
    await using folder = await keptFolder();
    const [cache, other] = [await openCache(folder.path), await openCache(folder.path)];
    await other.keep('a.yaml', { ...found, files: { 'a.yaml': digestOf('other') } });
    expect(await cache.recall('a.yaml')).toBeUndefined();
  });

  test('forgets what a run neither recalls nor keeps', async () => {
    await using folder = await keptFolder();
    const before = await readdir(join(folder.path, 'lint'));
    const cache = await openCache(folder.path);
    await cache.keep('b.yaml', found);
    await cache.close();
    const after = await openCache(folder.path);
    expect([after.filesOf('a.yaml'), after.filesOf('b.yaml')]).toEqual([undefined, found.files]);
    expect(await readdir(join(folder.path, 'lint'))).toHaveLength(before.length);
  });

  test('keeps git and other users out of its folder', async () => {
    await using folder = await temporaryFolder({});
    const inner = join(folder.path, '.gatewright', 'cache');
    const cache = await openCache(inner);
    await cache.keep('a.yaml', found);
    await cache.close();
    expect(await readFile(join(inner, '.gitignore'), 'utf8')).toBe('*\n');
    expect(((await stat(join(folder.path, '.gatewright'))).mode & 0o777).toString(8)).toBe('700');
  });
});

const damages: Readonly<Record<string, (file: string) => Promise<void>>> = {
  empty: (file) => writeFile(file, ''),
  'cut short': async (file) => writeFile(file, (await readFile(file, 'utf8')).slice(0, -20)),
  'of another shape': (file) => writeFile(file, 'null'),
  'changed by hand': async (file) =>
    writeFile(file, (await readFile(file, 'utf8')).replace('a.yaml', 'b.yaml')),
  'of bytes that are no text': (file) => writeFile(file, new Uint8Array([0xff, 0x0a, 0xfe])),
  gone: (file) => rm(file),
  'a folder': async (file) => {
    await rm(file);
    await mkdir(file);
  },
};

describe('a damaged cache', () => {
  test.each(Object.entries(damages))(
    'whose files are %s knows nothing and is written anew',
    async (_, damage) => {
      await using folder = await keptFolder();
      for (const file of await readdir(join(folder.path, 'lint'))) {
        await using one = await keptFolder();
        await damage(join(one.path, 'lint', file));
        const cache = await openCache(one.path);
        expect(await cache.recall('a.yaml')).toBeUndefined();
        await cache.keep('a.yaml', found);
        await cache.close();
      }
    },
  );

  test('in a folder that cannot be made costs time only', async () => {
    await using folder = await temporaryFolder({ cache: 'a file stands in its way' });
    const cache = await openCache(join(folder.path, 'cache'));
    await cache.keep('a.yaml', found);
    await cache.close();
    expect(await (await openCache(join(folder.path, 'cache'))).recall('a.yaml')).toBeUndefined();
    expect(await folder.read('cache')).toBe('a file stands in its way');
  });
});

async function apply(edits: readonly FileEdit[], folder: TemporaryFolder): Promise<void> {
  for (const { file, text } of edits) {
    if (text === undefined) await rm(join(folder.path, file), { force: true });
    else await folder.write(file, text);
  }
}

function lint(folder: TemporaryFolder, ...words: readonly string[]) {
  return callGatewright(folder.path, ['lint', '--format', 'json', ...words]);
}

describe('gatewright lint with a cache', () => {
  test('says what it has said before of a definition that has not changed', async () => {
    await using folder = await temporaryFolder();
    const path = 'apis/dog_park/v1/openapi.yaml';
    await folder.write(path, cleanDefinition.replace('  /dogs:', '  /parkDogs:'));
    const first = await lint(folder);
    const cacheFolder = join(folder.path, '.gatewright/cache/lint');
    const files = await readdir(cacheFolder);
    const [findings = ''] = files.filter((file) => file !== 'index');
    const [, json = ''] = (await readFile(join(cacheFolder, findings), 'utf8')).split('\n');
    const reworded = json.replace('is not in snake_case', 'was not in snake_case');
    await writeFile(join(cacheFolder, findings), `${digestOf(reworded)}\n${reworded}`);
    const second = await lint(folder);
    expect(second).toEqual({ ...first, stdout: first.stdout.replace('is not in', 'was not in') });
    expect(await lint(folder, '--no-cache')).toEqual(first);
  });

  test('says by the time of each run what is still to come and what has expired', async () => {
    await using folder = await temporaryFolder();
    const user = cleanSources['users/ada.yaml'] ?? '';
    await folder.write('users/ada.yaml', `${user}tokensNotBefore: 2999-01-01T00:00:00Z\n`);
    await folder.write('certs/old.pem', exampleCertificates.expired);
    await folder.write(
      'identity-providers/campus.yaml',
      'kind: IdentityProvider\nname: campus\ntype: saml\nissuer: https://sso.example.edu\n' +
        'certificates: [{ fromFile: ./certs/old.pem }]\n',
    );
    const first = await lint(folder);
    expect([...first.stdout.matchAll(/"code": "([^"]+)"/g)].map(([, code]) => code)).toEqual([
      'identity-provider-certificate-dates',
      'tokens-not-before-past',
    ]);
    expect(await lint(folder)).toEqual(first);
    expect(await lint(folder, '--no-cache')).toEqual(first);
  });

  test('says nothing of a version that only an API noticed which is removed', async () => {
    await using folder = await temporaryFolder(changingProject);
    const definition = 'apis/dog_park/v1/openapi.yaml';
    await folder.write(definition, cleanDefinition.replace('3.0.3', '3.2.0'));
    const path = 'apis/cat_park/v1/openapi.yaml';
    const part = '../../dog_park/v1/openapi.yaml#/components/schemas/';
    await folder.write(path, splitDefinition.replaceAll('../../shared/schemas.yaml#/', part));
    await lint(folder);
    await rm(join(folder.path, 'apis/dog_park/v1/api.yaml'));
    expect(await lint(folder)).toEqual(await lint(folder, '--no-cache'));
  });

  test('reads a declaration that is part of a definition too', async () => {
    await using folder = await temporaryFolder();
    const limit = "    Limit: { $ref: '../../../tiers.yaml#/limit' }\n    Link:\n";
    const definition = cleanDefinition.replace('3.0.3', '3.1.0').replace('    Link:\n', limit);
    await folder.write('apis/dog_park/v1/openapi.yaml', definition);
    const first = await lint(folder);
    expect(first.code).toBe(0);
    expect(await lint(folder)).toEqual(first);
  });

  test('knows the scopes of a definition that has not changed', async () => {
    await using folder = await temporaryFolder();
    const schemes = 'components:\n  securitySchemes:\n    gateway: { type: http, scheme: bearer }\n';
    const definition = cleanDefinition.replace('components:\n', schemes);
    const asking = `security: [{ gateway: [dogs:write] }]\n${definition}`;
    await folder.write('apis/dog_park/v1/openapi.yaml', asking);
    const file = 'apis/dog_park/v1/subscriptions.yaml';
    const subscription = await folder.read(file);
    await folder.write(file, `${subscription}scopes: [dogs:write]\n`);
    const first = await lint(folder);
    expect(first.code).toBe(0);
    expect(await lint(folder)).toEqual(first);
    await folder.write(file, `${subscription}scopes: [dogs:wirte]\n`);
    const misspelled = await lint(folder);
    expect(misspelled.stdout).toContain('subscription-scope');
    expect(misspelled).toEqual(await lint(folder, '--no-cache'));
  });

  test('names the same uses of a shared part, whichever of its definitions has changed', async () => {
    await using folder = await temporaryFolder({
      ...changingProject,
      'apis/shared/schemas.yaml': numberedSchemas,
    });
    const first = await lint(folder);
    await folder.write('apis/fox_park/v1/openapi.yaml', `${splitDefinition}# changed\n`);
    expect(await lint(folder)).toEqual(first);
  });

  test('says the same as without one after any edits', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(someEdits, { minLength: 2, maxLength: 6 }), async (steps) => {
        await using folder = await temporaryFolder(changingProject);
        await lint(folder);
        for (const edits of steps) {
          await apply(edits, folder);
          const warm = await lint(folder);
          expect(warm).toEqual(await lint(folder, '--no-cache'));
        }
      }),
      { numRuns: draws(20) },
    );
  });

  test('writes the same baseline as without one, and goes by it, after any edits', async () => {
    await fc.assert(
      fc.asyncProperty(someEdits, someEdits, async (edits, laterEdits) => {
        await using folder = await temporaryFolder(changingProject);
        await apply(edits, folder);
        await lint(folder);
        const written = [await writeBaseline(folder), await writeBaseline(folder, '--no-cache')];
        expect(written[0]).toEqual(written[1]);
        await apply(laterEdits, folder);
        expect(await lint(folder)).toEqual(await lint(folder, '--no-cache'));
      }),
      { numRuns: draws(15) },
    );
  });
});

/** What is said and what stands in the baseline then; that a broken project has none is told too. */
async function writeBaseline(folder: TemporaryFolder, ...words: readonly string[]) {
  const said = await lint(folder, '--write-baseline', ...words);
  return { said, text: await folder.read('gatewright-baseline.json').catch(() => undefined) };
}
