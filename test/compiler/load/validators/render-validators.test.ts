import fc from 'fast-check';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { OpenapiVersion } from '#openapi/plain-parts.ts';
import { fitsOpenapi } from '#compiler/load/validators/fits-openapi.ts';
import { validators } from '#compiler/load/validators/kinds.ts';
import { renderValidators } from '#compiler/load/validators/render-validators.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { draws } from '../../../full-run.ts';
import { applyChange, changeOf, withInheritedNames } from './document-change.ts';
import { soundDocuments, type Document } from './sound-documents.ts';

type Validators = Readonly<Record<string, (value: unknown) => boolean>>;

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatewright-validators-'));
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  await mkdir(join(folder, 'rendered'));
  const parts = ['declaration-formats', 'unique-items'].map((name) => {
    const source = JSON.stringify(resolve(`src/compiler/load/validators/${name}.ts`));
    return [`${name}.js`, `export * from ${source};`] as const;
  });
  const rendered = { ...renderValidators(), ...Object.fromEntries(parts) };
  await writeFile(join(folder, 'rendered/package.json'), '{ "type": "module" }');
  for (const [file, code] of Object.entries(rendered)) await writeFile(join(folder, 'rendered', file), code);
});

afterAll(() => rm(folder, { recursive: true }));

function load(file: string): Validators {
  return createRequire(import.meta.url)(join(folder, 'rendered', file)) as Validators;
}

describe.each(Object.entries(soundDocuments))('a document of OpenAPI %s', (version, document) => {
  test('has the same verdict from the rendered and the compiled validator', async () => {
    const { fits } = load(`openapi-${version.replace('.', '-')}.js`);
    expect(fits?.(document)).toBe(true);
    await fc.assert(
      fc.asyncProperty(changeOf(document), async (change) => {
        const changed = applyChange(document, change);
        expect(fits?.(changed)).toBe(await fitsOpenapi(changed, version as OpenapiVersion));
      }),
      { numRuns: draws(300) },
    );
  });
});

const ignored = { rule: 'path-snake-case', file: 'a.json', pointer: '/paths', reason: 'It is old.' };
const approval = {
  change: '0123456789abcdef0123456789abcdef',
  rule: 'lifecycle-order',
  reason: 'It was never called.',
  approvedBy: 'platform-team',
};
const ldapProvider = {
  kind: 'IdentityProvider',
  type: 'ldap',
  name: 'campus',
  url: 'ldaps://ldap.example.edu',
  bind: { dn: 'cn=reader', password: { fromEnv: 'READER' } },
  searchBase: 'dc=example',
};
const samlProvider = {
  kind: 'IdentityProvider',
  type: 'saml',
  name: 'campus',
  issuer: 'https://idp.example.edu',
  certificates: [{ fromEnv: 'CAMPUS_CERTIFICATE' }],
};
const declarations = new Map<unknown, readonly Document[]>([
  ...Object.values(cleanSources)
    .map((text) => parse(text) as Document)
    .map((document) => [document['kind'], [document]] as const),
  ['IgnoreEntry', [ignored]],
  ['Approval', [approval]],
  ['IdentityProvider', [ldapProvider, samlProvider]],
]);

describe.each(Object.entries(validators))('a declaration of kind %s', (kind, fits) => {
  const sound = declarations.get(kind);

  test.each(sound ?? [{ kind, name: 'ada' }])(
    'has the same verdict from the rendered and the compiled validator: %j',
    (declaration) => {
      const rendered = load('kinds.js')[kind];
      if (sound) expect(fits(declaration)).toBe(true);
      expect(rendered?.(declaration)).toBe(fits(declaration));
      fc.assert(
        fc.property(changeOf(declaration), (change) => {
          const changed = applyChange(declaration, change);
          expect(rendered?.(changed)).toBe(fits(changed));
        }),
        { numRuns: draws(300) },
      );
    },
  );

  test('has a verdict whatever the items of a list name', () => {
    const rendered = load('kinds.js')[kind];
    for (const changed of (sound ?? []).flatMap(withInheritedNames))
      expect([fits(changed), rendered?.(changed)]).toEqual([false, false]);
  });
});
