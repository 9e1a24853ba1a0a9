// @module-tag full
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openLintStore } from '#cli/project/lint-store.ts';
import { digestOf } from '#compiled/digest.ts';
import { exampleCertificates } from '../../example-certificates.ts';
import { cleanSources, cleanDefinition } from '#compiler/rule/clean-sources.ts';
import {
  filesWithoutDeclarations,
  rememberedDefinitions,
} from '#compiler/workspace/remembered-definition.ts';
import { draws } from '../../full-run.ts';
import { callGatewright } from '../call-gatewright.ts';
import { temporaryFolder, type TemporaryFolder } from '../temporary-folder.ts';
import {
  changingProject,
  numberedSchemas,
  someEdits,
  splitDefinition,
  type FileEdit,
} from '../lint/changing-project.ts';

describe('what lint keeps for its next run', () => {
  test('is out of reach of git and of other users', async () => {
    await using folder = await temporaryFolder();
    await lint(folder);
    const inner = join(folder.path, '.gatewright', 'cache');
    expect((await readdir(inner)).toSorted()).toEqual(['.gitignore', 'findings']);
    expect(await readFile(join(inner, '.gitignore'), 'utf8')).toBe('*\n');
    expect(((await stat(join(folder.path, '.gatewright'))).mode & 0o777).toString(8)).toBe('700');
  });

  test('is of use to the same version of the program alone', async () => {
    await using folder = await temporaryFolder({});
    const first = await openLintStore(folder.path, 'engine');
    const digest = digestOf('a');
    first.store.of(filesWithoutDeclarations).set('a.yaml', digest, digest);
    await first.save();
    const [same, other] = [
      await openLintStore(folder.path, 'engine'),
      await openLintStore(folder.path, 'other'),
    ];
    expect([same.store.size, other.store.size]).toEqual([1, 0]);
  });

  test('costs time only where its folder cannot be made', async () => {
    await using folder = await temporaryFolder({ cache: 'a file stands in its way' });
    const { store, save } = await openLintStore(join(folder.path, 'cache'), 'engine');
    const digest = digestOf('a');
    store.of(filesWithoutDeclarations).set('a.yaml', digest, digest);
    await save();
    expect((await openLintStore(join(folder.path, 'cache'), 'engine')).store.size).toBe(0);
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

describe('gatewright lint with what its last run has kept', () => {
  test('says what it has said before of a definition that has not changed', async () => {
    await using folder = await temporaryFolder();
    const path = 'apis/dog_park/v1/openapi.yaml';
    await folder.write(path, cleanDefinition.replace('  /dogs:', '  /parkDogs:'));
    const first = await lint(folder);
    const { store, save } = await openLintStore(join(folder.path, '.gatewright/cache'));
    const known = store.of(rememberedDefinitions).last(path);
    if (!known) throw new Error('nothing is kept');
    const text = JSON.stringify(known).replace('is not in snake_case', 'was not in snake_case');
    store.of(rememberedDefinitions).set(path, known.settings, JSON.parse(text) as typeof known);
    await save();
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

  test('refuses a declaration that is part of a definition, again with what it has kept', async () => {
    await using folder = await temporaryFolder();
    const limit = "    Limit: { $ref: '../../../tiers.yaml#/limit' }\n    Link:\n";
    const definition = cleanDefinition.replace('3.0.3', '3.1.0').replace('    Link:\n', limit);
    await folder.write('apis/dog_park/v1/openapi.yaml', definition);
    const first = await lint(folder);
    expect([first.code, first.stdout.includes('"reference-unsupported"')]).toEqual([1, true]);
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

/** The output, and the baseline afterwards; also shows that a broken project has none. */
async function writeBaseline(folder: TemporaryFolder, ...words: readonly string[]) {
  const said = await lint(folder, '--write-baseline', ...words);
  return { said, text: await folder.read('gatewright-baseline.json').catch(() => undefined) };
}
