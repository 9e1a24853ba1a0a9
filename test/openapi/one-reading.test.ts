import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { drawnDocument } from './drawn-document.ts';
import {
  checkedOperations,
  comparedOperations,
  compiledOperations,
  lintedOperations,
} from './four-readings.ts';
import { readPlainly, type PlainOperation } from './plain-reading.ts';

/** Lint, compile, plan and the gateway see the same as a reader who knows the standard. */
function expectOneReading(contract: JsonObject): void {
  const plain = readPlainly(contract);
  expect(compiledOperations(contract)).toEqual(plain.map(({ name }) => name));
  expect(lintedOperations(contract)).toEqual(plain);
  expect(checkedOperations(contract)).toEqual(plain.map((operation) => ({ ...operation, security: [] })));
  expect(comparedOperations(contract)).toEqual(plain.map(toCompared));
}

function toCompared(operation: PlainOperation): PlainOperation {
  const withoutWriting = (text: string): string => text.split(' ').slice(0, 3).join(' ');
  return {
    ...operation,
    parameters: operation.parameters.map(withoutWriting).toSorted(),
    security: (operation.security.length === 0 ? [''] : operation.security).map(toCredentials).toSorted(),
  };
}

function toCredentials(way: string): string {
  const schemes = way === '' ? [] : way.split(' and ').map((scheme) => scheme.split(' '));
  return schemes
    .flatMap(([name = '', ...scopes]) => [name, ...scopes.map((scope) => `${name} ${scope}`)])
    .toSorted()
    .join(', ');
}

test('drawn documents are read in one way', () => {
  fc.assert(fc.property(drawnDocument, expectOneReading), { numRuns: 1000 });
});

const corpus = '../shared/corpus';
const documents = existsSync(corpus) ? readdirSync(corpus).filter((name) => name.endsWith('.json')) : [];

describe.skipIf(documents.length === 0)('public documents are read in one way', () => {
  test.each(documents)('%s', (name) => {
    expectOneReading(JSON.parse(readFileSync(`${corpus}/${name}`, 'utf8')) as JsonObject);
  });
});
