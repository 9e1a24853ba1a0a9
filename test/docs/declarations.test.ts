import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { rules } from '#compiler/lint/rules.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { check } from '#pipeline.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { partsOfFiles, wholeDeclarations } from './covered-data.ts';
import { addMembers, declare, parseDocuments, readExamples, type SourceFiles } from './example-sources.ts';
import { findBlock } from './shell-blocks.ts';

const examples = readExamples();
/** Conventions of design depend on the rest of a document, which a page does not show. */
const integrityRules = rules.filter(({ group }) => group === 'integrity');

async function findErrors(files: SourceFiles, checked = integrityRules): Promise<readonly string[]> {
  const { diagnostics } = await check(memorySourceTree(files), 'gateway.config.yaml', { rules: checked });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return errors.map(({ code, message, at }) => `${at.file}${at.pointer} ${code}: ${message}`);
}

describe('what a page has people declare', () => {
  test('is added to examples without errors', async () => {
    expect(await findErrors(examples)).toEqual([]);
  });

  test.each(wholeDeclarations)('%s is valid', async (beginning) => {
    expect(await findErrors(parseDocuments(findBlock(beginning).text).reduce(declare, examples))).toEqual([]);
  });

  test.each(partsOfFiles)('%s is a valid part of %s', async (beginning, file) => {
    const [members = {}] = parseDocuments(findBlock(beginning).text);
    expect(await findErrors(addMembers(examples, file, members))).toEqual([]);
  });

  test('with a member that does not exist is found', async () => {
    const broken = addMembers(examples, 'gateway.config.yaml', { state: { store: 'sqlite', folder: 'x' } });
    expect(await findErrors(broken)).toEqual([
      'gateway.config.yaml/state/folder unknown-field: `folder` is not a field of `state`.',
    ]);
  });

  test('of a directory is a valid part of an identity provider', async () => {
    const [directory = {}] = parseDocuments(findBlock('docs/authorization.md: # A directory').text);
    const [search = {}] = parseDocuments(findBlock('docs/store.md: groupSearch:').text);
    expect(await findErrors(declare(declare(examples, directory), { ...directory, ...search }))).toEqual([]);
  });
});

test.each([
  { block: findBlock("docs/approvals.md: - change: '59f02f475413c40d2c9f5625b512604c'"), name: 'approvals' },
  { block: findBlock('docs/linting.md: - rule: path-snake-case'), name: 'ignore' },
])('$block.name has the schema $name', async ({ block, name }) => {
  const schema = JSON.parse(await readFile(`schemas/${name}.schema.json`, 'utf8')) as object;
  const validate = addFormats.default(new Ajv({ allowUnionTypes: true })).compile(schema);
  expect([validate(parse(block.text)), validate.errors]).toEqual([true, null]);
});

describe('what docs/linting.md has people write to ignore a finding', () => {
  const definition = 'apis/dog_park/v1/openapi.yaml';
  const dogs = cleanSources[definition]?.replace('  /dogs:', '  /parkDogs:') ?? '';
  const snakeCase = rules.filter(({ name }) => name === 'path-snake-case');
  const found = [expect.stringContaining('path-snake-case')];

  test('suppresses it in the document', async () => {
    const [, comment = ''] = findBlock('docs/linting.md: paths:').text.split('\n');
    const files = { ...cleanSources, [definition]: dogs };
    expect(await findErrors(files, snakeCase)).toEqual(found);
    const commented = dogs.replace('  /parkDogs:', `${comment}\n  /parkDogs:`);
    expect(await findErrors({ ...files, [definition]: commented }, snakeCase)).toEqual([]);
  });

  test('suppresses it in the file of suppressions', async () => {
    const { text } = findBlock('docs/linting.md: - rule: path-snake-case');
    const files = { ...cleanSources, [definition]: dogs };
    const ignored = { ...files, 'gatewright-ignore.yaml': text.replace('.json', '.yaml') };
    expect(await findErrors(ignored, snakeCase)).toEqual([]);
  });
});
