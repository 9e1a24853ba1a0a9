import fc from 'fast-check';
import { expect, test } from 'vitest';
import { apiContextFormat } from '#compiler/lint/rules/declarations/api-context-format.ts';
import { apiContextMatchesName } from '#compiler/lint/rules/declarations/api-context-matches-name.ts';
import { apiContextNoVersion } from '#compiler/lint/rules/declarations/api-context-no-version.ts';
import { apiContextReserved } from '#compiler/lint/rules/declarations/api-context-reserved.ts';
import { apiNameFormat } from '#compiler/lint/rules/declarations/api-name-format.ts';
import { apiNameNoApiWord } from '#compiler/lint/rules/declarations/api-name-no-api-word.ts';
import { apiNameNoVersion } from '#compiler/lint/rules/declarations/api-name-no-version.ts';
import { apiVersionFormat } from '#compiler/lint/rules/declarations/api-version-format.ts';
import { apiVersionMinor } from '#compiler/lint/rules/declarations/api-version-minor.ts';
import { checkedIdentity } from '#compiler/propose/changes/api.ts';
import { proposeApi } from '#compiler/propose/propose-api.ts';
import { draws, full } from '../../full-run.ts';
import { publicDocuments, readPublicDocument } from '../../public-documents.ts';

const rules = [
  apiContextFormat,
  apiContextMatchesName,
  apiContextNoVersion,
  apiContextReserved,
  apiNameFormat,
  apiNameNoApiWord,
  apiNameNoVersion,
  apiVersionFormat,
  apiVersionMinor,
];

/** What the rules for names find in what a document proposes; an empty list also if it proposes no name. */
function problemsOf(info: { readonly title: string; readonly version: string }): readonly string[] {
  const { name, context, version = 'v1' } = proposeApi({ info });
  if (name === undefined || context === undefined) return [];
  const place = { file: 'api.yaml', document: 0, pointer: [] };
  const found: string[] = [];
  const report = ({ message }: { readonly message: string }) => void found.push(message);
  for (const { check } of rules)
    check?.api?.({ value: { name, context, version }, place } as never, { report, deployments: [] });
  checkedIdentity('name', name);
  checkedIdentity('context', context);
  return found;
}

test.each(publicDocuments)('the title of %s gives a name that the rules accept', full, (name) => {
  const { info } = JSON.parse(readPublicDocument(name)) as { info: { title: string; version: string } };
  expect(problemsOf(info)).toEqual([]);
  expect(proposeApi({ info }).name).toBeDefined();
});

const piece = fc.oneof(
  fc.constantFrom(
    'API',
    'APIs',
    'A',
    'PI',
    'Api2',
    'open',
    'OpenAPI',
    'v',
    'V2',
    'v1',
    'version',
    'Version3',
  ),
  fc.constantFrom(
    'token',
    'Store',
    'health',
    'oauth',
    '2',
    'authorize',
    'dog',
    'Park',
    '3D',
    'IoT',
    'VMware',
  ),
  fc.constantFrom(' ', '-', '_', '/', '.', '|', '®', 'é', 'ß', '漢', ''),
  fc.integer({ min: 0, max: 3000 }).map(String),
  fc.string({ unit: 'binary', maxLength: 5 }),
);

test('every title gives a name that the rules accept, or none', () => {
  const title = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  const version = fc.constantFrom('1', '2.3', 'v3', '2024-01-01', 'next');
  fc.assert(
    fc.property(fc.record({ title, version }), (info) => {
      expect(problemsOf(info)).toEqual([]);
    }),
    { numRuns: draws(5000) },
  );
});
