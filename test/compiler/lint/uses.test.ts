import { expect, test } from 'vitest';
import { cleanDefinition } from '#compiler/rule/clean-sources.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { lintTexts } from './lint-texts.ts';

function describeUses({ at, related = [], moreUses = 0 }: Diagnostic) {
  const place = ({ file, line, column }: Diagnostic['at']) => `${file.split('/').at(-1)}:${line}:${column}`;
  return {
    at: place(at),
    related: related.map((one) => `${one.message} ${place(one.at)}`),
    moreUses,
  };
}

test('a finding in a shared part is reported once, with the first places that refer to it and the number of others', async () => {
  const text = cleanDefinition.replace('code: { type: string }', 'code: { type: integer }');
  const all = await lintTexts({ 'openapi.yaml': text }, 'openapi.yaml');
  const found = all.filter(({ code }) => code !== 'schema-values');
  expect(found.map(describeUses)).toEqual([
    {
      at: 'openapi.yaml:161:23',
      related: ['referenced from openapi.yaml:103:27', 'referenced from openapi.yaml:109:27'],
      moreUses: 0,
    },
  ]);
});

test.each(['Fault«x»', 'Fault%C2%ABx%C2%BB'])(
  'a reference is known in whatever way it is written: %s',
  async (name) => {
    const text = cleanDefinition
      .replace('code: { type: string }', 'code: { type: integer }')
      .replaceAll("schemas/Error'", `schemas/${name}'`)
      .replace('    Error:', '    Fault«x»:');
    const found = await lintTexts({ 'openapi.yaml': text }, 'openapi.yaml');
    const related = found
      .filter(({ code }) => code !== 'schema-values')
      .flatMap((one) => describeUses(one).related);
    expect(related).toHaveLength(2);
  },
);

test('of many references two are named', async () => {
  const text = cleanDefinition
    .replace('required: [href]', 'required: [href, title]')
    .replace('href: { type: string, format: uri-reference }', 'href: { type: integer }');
  const found = await lintTexts({ 'openapi.yaml': text }, 'openapi.yaml');
  expect(found.map(({ code }) => code)).toEqual(['link-object']);
  expect(found.map(describeUses)[0]?.moreUses).toBe(4);
});

test('what is inlined from another file names the reference that it came through', async () => {
  const [head = '', ...rest] = cleanDefinition.split('  /dogs/{dogId}:\n');
  const [item = '', components = ''] = rest.join('').split('components:\n');
  const texts = {
    'openapi.yaml': `${head}  /dogs/{dogId}: { $ref: ./dog.yaml }\ncomponents:\n${components}`,
    'dog.yaml': item
      .replaceAll(/^ {4}/gm, '')
      .replaceAll("'#/", "'./openapi.yaml#/")
      .replace(
        'description: The dog is replaced.',
        'description: Replaced.\n      content: { application/json: {} }',
      ),
  };
  const found = await lintTexts(texts, 'openapi.yaml');
  expect(found.map(({ code }) => code)).toEqual(['no-content-body']);
  expect(found.map(describeUses)).toEqual([
    { at: 'dog.yaml:35:7', related: ['referenced from openapi.yaml:46:26'], moreUses: 0 },
  ]);
});

test('a path whose item is in another file is reported at its key, which no other file has', async () => {
  const [head = '', ...rest] = cleanDefinition.split('  /dogs/{dogId}:\n');
  const [item = '', components = ''] = rest.join('').split('components:\n');
  const texts = {
    'openapi.yaml': `${head}  /dogs/{dogId}/: { $ref: ./dog.yaml }\ncomponents:\n${components}`,
    'dog.yaml': item.replaceAll(/^ {4}/gm, '').replaceAll("'#/", "'./openapi.yaml#/"),
  };
  const found = await lintTexts(texts, 'openapi.yaml');
  expect(found.map(({ code }) => code)).toEqual(['path-no-trailing-slash']);
  expect(found.map(describeUses)).toEqual([{ at: 'openapi.yaml:46:3', related: [], moreUses: 0 }]);
});
