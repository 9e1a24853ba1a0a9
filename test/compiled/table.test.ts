import { tableFormat } from '#compiled/manifest.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { sealCompiled, type Compiled } from '#compiled/compiled.ts';
import { findViolations } from '#compiled/invariants.ts';
import { readTable, TableError, writeTable } from '#compiled/table.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { build } from '#pipeline.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';

let compiled: Compiled;
let text: string;

beforeAll(async () => {
  const built = await build(memorySourceTree(cleanSources), 'gateway.config.yaml', 'production');
  compiled = built.compiled!;
  text = writeTable(compiled);
});

describe('a route table', () => {
  test('comes back as it was written', () => {
    expect(readTable(text)).toEqual(compiled);
    expect(writeTable(readTable(text))).toBe(text);
    expect(findViolations(compiled)).toEqual([]);
  });

  test.each([
    [
      'is no JSON',
      () => 'kind: Gateway',
      'The file is not JSON, so it is not a route table; create one with `gatewright compile --out`.',
    ],
    [
      'is cut short',
      () => text.slice(0, -20),
      'The file is not JSON, so it is not a route table; create one with `gatewright compile --out`.',
    ],
    [
      'is other JSON',
      () => '{}',
      'The file has no `format`, so it is not a route table; create one with `gatewright compile --out`.',
    ],
    [
      'is an array',
      () => '[]',
      'The file has no `format`, so it is not a route table; create one with `gatewright compile --out`.',
    ],
    [
      'has no parts',
      () => `{"format":${tableFormat}}`,
      'The route table has no manifest or no parts; compile it again.',
    ],
  ])('that %s is refused', (_title, change, message) => {
    expect(() => readTable(change())).toThrow(new TableError(message));
  });

  test.each([
    ['no list of APIs', () => ({ apis: undefined })],
    ['nothing in its list of APIs', () => ({ apis: [null] })],
    ['tiers that are no list', () => ({ tiers: {} })],
    ['an application without key sets', () => ({ applications: [{ name: 'DogWalker' }] })],
    ['an API without a context', () => ({ apis: [{ name: 'A', version: 'v1', part: 'sha256:0' }] })],
    [
      'a subscription to a number',
      () => ({ subscriptions: [{ application: 'A', api: 1, tier: 'x', scopes: [] }] }),
    ],
    [
      'a subscription without scopes',
      () => ({ subscriptions: [{ ...compiled.manifest.subscriptions[0], scopes: undefined }] }),
    ],
    [
      'a scope that is a number',
      () => ({ subscriptions: [{ ...compiled.manifest.subscriptions[0], scopes: [1] }] }),
    ],
    ['no list of users', () => ({ users: undefined })],
    ['a user without a digest', () => ({ users: [{ name: 'ada', state: 'active' }] })],
    ['no list of identity providers', () => ({ identityProviders: undefined })],
    ['an identity provider without a type', () => ({ identityProviders: [{ name: 'campus' }] })],
    [
      'an application with an identity provider that is a number',
      () => ({ applications: [{ ...compiled.manifest.applications[0], identityProviders: [1] }] }),
    ],
    [
      'a key set without a key',
      () => ({ applications: [{ name: 'DogWalker', keySets: [{ keySet: 'production' }] }] }),
    ],
  ])('whose manifest has %s is refused, though its digest is right', (_title, change) => {
    const manifest = Object.assign({ ...compiled.manifest }, change());
    expect(() => readTable(writeTable(sealCompiled(manifest, compiled.apis)))).toThrow(
      new TableError('The manifest of the route table is incomplete; compile it again.'),
    );
  });

  test('with nothing in it is refused', () => {
    expect(() => readTable(`{"format":${tableFormat},"manifest":{},"apis":{}}`)).toThrow(TableError);
  });

  test('whose manifest is of another format is refused with what to do', () => {
    const manifest = Object.assign({ ...compiled.manifest }, { format: 99 });
    expect(() => readTable(writeTable(sealCompiled(manifest, compiled.apis)))).toThrow(
      new TableError(
        `The route table has format 99, but this version of gatewright supports format ${tableFormat}; run it with the version that compiled it, or compile it again with this one.`,
      ),
    );
  });

  test('of a newer format is refused with what to do', () => {
    expect(() => readTable(text.replace(`"format":${tableFormat}`, `"format":${tableFormat + 1}`))).toThrow(
      `The route table has format ${tableFormat + 1}, but this version of gatewright supports format ${tableFormat}; run it with the version that compiled it, or compile it again with this one.`,
    );
  });

  test.each([
    [
      'two users of one name',
      () => ({ users: [...compiled.manifest.users, ...compiled.manifest.users] }),
      'Two users have the name ada.',
    ],
    [
      'two tiers of one name',
      () => ({ tiers: [...compiled.manifest.tiers, ...compiled.manifest.tiers] }),
      'Two tiers have the name gold.',
    ],
    [
      'two identity providers of one name',
      () => ({
        identityProviders: [
          { name: 'campus', type: 'ldap' },
          { name: 'campus', type: 'saml' },
        ],
      }),
      'Two identity providers have the name campus.',
    ],
    [
      'an identity provider that is not there',
      () => ({
        applications: [{ ...compiled.manifest.applications[0], identityProviders: ['users', 'campus'] }],
      }),
      'The application DogWalker refers to the unknown identity provider campus.',
    ],
  ])('with %s is refused, though its digest is right', (_title, change, violation) => {
    const manifest = Object.assign({ ...compiled.manifest }, change());
    expect(() => readTable(writeTable(sealCompiled(manifest, compiled.apis)))).toThrow(
      new TableError(`The route table was changed or cut short: ${violation}`),
    );
  });

  test.each([
    [
      'the manifest',
      '"organisation":"Example',
      '"organisation":"Other',
      'The manifest does not match its digest',
    ],
    ['a part', 'dogs.internal', 'evil.internal', 'The part sha256:'],
    ['the digest', '"digest":"sha256:', '"digest":"sha256:0', 'The manifest does not match its digest'],
  ])('whose %s was changed is refused', (_title, from, to, message) => {
    expect(() => readTable(text.replace(from, to))).toThrow(
      `The route table was changed or cut short: ${message}`,
    );
  });
});
