import { describe, expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { definitionFile } from '#compiler/rule/example-edits.ts';
import { documentRules } from '#compiler/lint/definition-rules.ts';
import { check } from '#pipeline.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { accepted, invalidOfParsers, invalidOfSpecification } from './suites/invalid-documents.ts';
import { invalidOfOthers } from './suites/invalid-elsewhere.ts';
import { moreInvalidOfSpecification, moreValidOfSpecification } from './suites/specification-documents.ts';
import { validDocuments } from './suites/valid-documents.ts';

/** Rules on what OpenAPI itself demands, next to the errors of documents. */
const ofOpenapi = new Set([...documentRules.map(({ name }) => name), 'path-parameters']);

/** The errors by what OpenAPI demands, other than those of the design of an API. */
async function errorsIn(document: object): Promise<readonly string[]> {
  const files = { ...cleanSources, [definitionFile]: JSON.stringify(document) };
  const { diagnostics } = await check(memorySourceTree(files), 'gateway.config.yaml');
  return diagnostics
    .filter(({ code }) => ofOpenapi.has(code) || /^(openapi|reference|definition)-|rule-crash/.test(code))
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code}: ${message}`);
}

test.each([...validDocuments, ...moreValidOfSpecification])(
  'a valid document has no error: %s',
  async (_title, document) => {
    expect(await errorsIn(document)).toEqual([]);
  },
);

describe('an invalid document', () => {
  const all = [
    ...invalidOfSpecification,
    ...moreInvalidOfSpecification,
    ...invalidOfParsers,
    ...invalidOfOthers,
  ];
  test.each(all)('%s', async (title, document) => {
    const errors = await errorsIn(document);
    expect(errors.filter((error) => error.startsWith('rule-crash'))).toEqual([]);
    expect(errors.length === 0).toBe(Object.hasOwn(accepted, title));
  });

  test('that is accepted is one of them, and has a reason', () => {
    const titles = new Set(all.map(([title]) => title));
    expect(Object.keys(accepted).filter((title) => !titles.has(title))).toEqual([]);
    expect(Object.values(accepted).filter((reason) => !/^[A-Z].*\.$/.test(reason))).toEqual([]);
  });
});
