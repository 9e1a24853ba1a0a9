import { describe, expect, test } from 'vitest';
import { applyFixes } from '#compiler/edit/apply-fixes.ts';
import { contractChangeKinds } from '#compiler/plan/contract/contract-change-kinds.ts';
import { diffContracts } from '#compiler/plan/contract/diff-contracts.ts';
import { cleanDefinition } from '#compiler/rule/clean-sources.ts';
import type { JsonObject } from '#compiled/json.ts';
import { parse } from 'yaml';
import { full } from '../../full-run.ts';
import { publicDocuments, readPublicDocument } from '../../public-documents.ts';
import { lintTexts } from './lint-texts.ts';

/** What plan calls breaking between a definition and the same with all of its fixes, and how many fixes there are. */
async function fixAndCompare(file: string, text: string) {
  const diagnostics = await lintTexts({ [file]: text }, file);
  const { texts, fixed } = applyFixes(diagnostics, () => text);
  const [after = text] = Object.values(texts);
  const changes = diffContracts(parse(text) as JsonObject, parse(after) as JsonObject);
  const breaking = changes.filter(({ id }) => contractChangeKinds[id].compatibility === 'breaking');
  return { fixed: fixed.length, breaking: breaking.map(({ message }) => message) };
}

const created = "createdAt: { type: string, format: date-time, example: '2026-03-01T09:30:00Z' }";
const birthDate = 'birthDate: { type: string, format: date }';
const breed = '- name: breed\n          in: query\n          schema: { type: string }';

/** Replaced texts of the clean definition, and the number of fixes that follow. */
const edits: readonly (readonly [title: string, from: string, to: string, fixed: number])[] = [
  ['a date of a response', created, "createdAt: { type: string, example: '2026-03-01T09:30:00Z' }", 1],
  ['a date of a request with an example', birthDate, "birthDate: { type: string, example: '2024-02-29' }", 0],
  ['a date of a request in another spelling', birthDate, 'birthDate: { type: string, format: datetime }', 0],
  [
    'a parameter with an example',
    breed,
    "- name: startDate\n          in: query\n          schema: { type: string, example: '2024-02-29' }",
    0,
  ],
  [
    'a link of a request',
    birthDate,
    'birthDate: { type: string, format: date }\n        _links: { type: object, properties: { owner: { type: object } } }',
    0,
  ],
  [
    'a type in another spelling',
    cleanDefinition,
    `openapi: 3.1.0
info: { title: Dog park, version: '1' }
paths:
  /dogs:
    post:
      requestBody:
        content: { application/json: { schema: { properties: { name: { type: String }, size: { type: [number, null] } } } } }
      responses:
        '201':
          description: The dog is registered.
          headers: { Location: { schema: { type: string } } }
          content: { application/json: { schema: { properties: { name: { type: String }, size: { type: [number, null] } } } } }
`,
    0,
  ],
];

test.each(edits)('no fix breaks the contract of %s', async (_title, from, to, fixed) => {
  expect(cleanDefinition).toContain(from);
  const text = cleanDefinition.replace(from, () => to);
  expect(await fixAndCompare('openapi.yaml', text)).toEqual({ fixed, breaking: [] });
});

describe('no fix breaks the contract of public documents', full, () => {
  test.each(publicDocuments)('%s', async (name) => {
    const { breaking } = await fixAndCompare('openapi.json', readPublicDocument(name));
    expect(breaking).toEqual([]);
  });
});
