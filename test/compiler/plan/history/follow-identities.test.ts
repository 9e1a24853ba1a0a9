import { describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { evaluateComparison } from '#pipeline/compare.ts';
import { compareFiles } from '../compare-files.ts';

type Files = Readonly<Record<string, string>>;

interface Api {
  readonly folder: string;
  readonly name?: string;
  readonly context?: string;
  readonly version?: string;
  readonly state?: string;
  readonly url?: string;
  /** What its definition is called by its one operation. */
  readonly about?: string;
}

/** An API in a folder, with nothing in common with others unless its fields add it. */
function declare({ folder, version = 'v1', state = 'created', ...fields }: Api): Files {
  const { name = 'DogPark', context = '/dog_park', url = `https://${folder}.example.edu` } = fields;
  const { about = folder } = fields;
  return {
    [`apis/${folder}/api.yaml`]: `kind: Api\nname: ${name}\ncontext: ${context}\nversion: ${version}\nstate: ${state}\nowner: me\ndefinition: ./openapi.yaml\nendpoints: { production: { url: "${url}" } }\n`,
    [`apis/${folder}/openapi.yaml`]: `openapi: 3.0.3\ninfo: { title: ${name}, version: x }\npaths: { /${about}: { get: { responses: { '200': { description: Yes. } } } } }\n`,
  };
}

const config: Files = { 'gateway.config.yaml': cleanSources['gateway.config.yaml'] ?? '' };

/** The messages about identities that change. */
async function follow(base: readonly Api[], head: readonly Api[]): Promise<readonly string[]> {
  const [before, after] = [base, head].map(
    (apis) => Object.assign({ ...config }, ...apis.map(declare)) as Files,
  );
  const { findings } = evaluateComparison(await compareFiles(before ?? {}, after ?? {}));
  return findings
    .filter(({ code }) => code === 'api-identity-immutable')
    .map(({ message }) => message.replace(', but the name, context and version of an API never change.', ''));
}

const dog: Api = { folder: 'one' };
const cat = { name: 'CatPark', context: '/cat_park' };

describe('an API that changes its identity is found', () => {
  test.each<[string, readonly Api[], readonly Api[], readonly string[]]>([
    [
      'by its context and version, though all else changes',
      [dog],
      [{ folder: 'two', name: 'Dog_Park' }],
      ['The name of DogPark/v1 changed to Dog_Park'],
    ],
    [
      'by its name and version, though all else changes',
      [dog],
      [{ folder: 'two', context: '/dogpark' }],
      ['The context of DogPark/v1 changed to /dogpark'],
    ],
    [
      'by its endpoint',
      [dog],
      [{ folder: 'two', version: 'v2', url: 'https://one.example.edu' }],
      ['The version of DogPark/v1 changed to v2'],
    ],
    [
      'by its operations',
      [dog],
      [{ folder: 'two', version: 'v2', about: 'one' }],
      ['The version of DogPark/v1 changed to v2'],
    ],
    [
      'though only a letter is put before its version',
      [{ ...dog, version: '1' }],
      [dog],
      ['The version of DogPark/1 changed to v1'],
    ],
    [
      'by its operations and its endpoint in another file',
      [dog],
      [{ folder: 'two', ...cat, about: 'one', url: 'https://one.example.edu' }],
      ['The name and the context of DogPark/v1 changed to CatPark and /cat_park'],
    ],
    [
      'by its operations in the same file',
      [dog],
      [{ folder: 'one', ...cat, url: 'https://two.example.edu' }],
      ['The name and the context of DogPark/v1 changed to CatPark and /cat_park'],
    ],
    [
      'by its endpoint in the same file',
      [dog],
      [{ folder: 'one', ...cat, about: 'two', version: 'v2' }],
      ['The name, the context and the version of DogPark/v1 changed to CatPark, /cat_park and v2'],
    ],
    [
      'in each of its versions',
      [dog, { folder: 'two', version: 'v2' }],
      [
        { ...dog, ...cat },
        { folder: 'two', version: 'v2', ...cat },
      ],
      [
        'The name and the context of DogPark/v1 changed to CatPark and /cat_park',
        'The name and the context of DogPark/v2 changed to CatPark and /cat_park',
      ],
    ],
    [
      'where two change places',
      [dog, { folder: 'two', ...cat }],
      [
        { ...dog, name: 'CatPark' },
        { folder: 'two', ...cat, name: 'DogPark' },
      ],
      ['The name of DogPark/v1 changed to CatPark', 'The name of CatPark/v1 changed to DogPark'],
    ],
  ])('%s', async (_, base, head, expected) => {
    expect(await follow(base, head)).toEqual(expected);
  });
});

describe('an API counts as new', () => {
  test.each<[string, readonly Api[], readonly Api[]]>([
    [
      'beside one that stays',
      [dog],
      [dog, { folder: 'two', ...cat, about: 'one', url: 'https://one.example.edu' }],
    ],
    ['that only shares its operations', [dog], [{ folder: 'two', ...cat, about: 'one' }]],
    ['that only shares its endpoint', [dog], [{ folder: 'two', ...cat, url: 'https://one.example.edu' }]],
    [
      'that only shares its file',
      [dog],
      [{ folder: 'one', ...cat, about: 'two', url: 'https://two.example.edu' }],
    ],
    ['that is another version of another service', [dog], [{ folder: 'two', version: 'v2' }]],
    [
      'in place of one that is retired',
      [{ ...dog, state: 'retired' }],
      [{ ...dog, ...cat, state: 'created' }],
    ],
  ])('%s', async (_, base, head) => {
    expect(await follow(base, head)).toEqual([]);
  });
});
