import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { CompiledApi } from '#compiled/compiled-api.ts';
import { findViolations } from '#compiled/invariants.ts';
import { readTable, writeTable } from '#compiled/table.ts';
import { cleanDefinition, cleanSources } from '#compiler/rule/clean-sources.ts';
import { exactExampleOf } from '#openapi/example/example-of.ts';
import { openDocument } from '#openapi/open-document.ts';
import { build } from '#pipeline.ts';
import { publishPart } from '#runtime/portal/api-page/publish-part.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';

const folder = 'apis/dog_park/v1';

/** The part of the only API that sources declare. The text of its table is written and read again. */
async function compilePart(files: Readonly<Record<string, string>>): Promise<CompiledApi> {
  const tree = memorySourceTree({ ...cleanSources, ...files });
  const { compiled, diagnostics } = await build(tree, 'gateway.config.yaml', 'production');
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(findViolations(compiled!)).toEqual([]);
  const [part] = readTable(writeTable(compiled!)).apis.values();
  return part!;
}

async function publish(files: Readonly<Record<string, string>>): Promise<string> {
  const published = publishPart(await compilePart(files), {
    baseUrl: 'https://gateway.example.edu/dog_park/v1',
    flows: [],
    metadataUrl: 'https://gateway.example.edu/metadata',
  });
  return JSON.stringify(published);
}

/** A value that is written in JSON, with the texts of its numbers. */
type Written = { readonly text: string } | readonly Written[] | { readonly members: Record<string, Written> };

/** In the order in which JavaScript lists the members of an object that was sorted. */
function write(value: Written): string {
  if ('text' in value) return value.text;
  if (!('members' in value)) return `[${value.map(write).join(',')}]`;
  const sorted = Object.entries(value.members).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const members = Object.entries(Object.fromEntries(sorted));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`).join(',')}}`;
}

const digits = fc.stringMatching(/^[0-9]{1,25}$/);
const whole = digits.map((text) => text.replace(/^0+(?=.)/, ''));
const fraction = fc.option(digits, { nil: undefined }).map((text) => (text === undefined ? '' : `.${text}`));
const exponent = fc.oneof(fc.constant(''), fc.stringMatching(/^[eE][-+]?[0-9]{1,2}$/));

/** Every spelling of a number of JSON, most of which JSON.stringify writes differently. */
const numberText = fc
  .tuple(fc.constantFrom('', '-'), whole, fraction, exponent)
  .map((parts) => parts.join(''));

/** Names that are easily mistaken for indexes, separators, numbers, or members of every object. */
const name = fc.oneof(
  fc.constantFrom('0', '1', 'a/b', '~1', '__proto__', 'constructor', 'said "no"', 'ä', '1.10', '-'),
  fc.stringMatching(/^[a-z]{1,5}$/),
);

const plain = fc.oneof(fc.stringMatching(/^[ -~]{0,8}$/), numberText, fc.boolean(), fc.constant(null));

const { value: written } = fc.letrec<{ value: Written }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    { weight: 4, arbitrary: numberText.map((text) => ({ text })) },
    { weight: 1, arbitrary: plain.map((value) => ({ text: JSON.stringify(value) })) },
    { weight: 3, arbitrary: fc.array(tie('value'), { maxLength: 4 }) },
    {
      weight: 3,
      arbitrary: fc
        .array(fc.tuple(name, tie('value')), { maxLength: 4 })
        .map((members) => ({ members: Object.fromEntries(members) })),
    },
  ),
}));

const inYaml = (text: string) => ({ [`${folder}/openapi.yaml`]: `${cleanDefinition}x-drawn: ${text}\n` });

const inJson = (text: string) => ({
  [`${folder}/api.yaml`]: cleanSources[`${folder}/api.yaml`]!.replace('openapi.yaml', 'openapi.json'),
  [`${folder}/openapi.yaml`]: 'removed: true\n',
  [`${folder}/openapi.json`]: `{"x-drawn": ${text}, ${JSON.stringify(parse(cleanDefinition)).slice(1)}`,
});

/** An anchor makes the full reader of YAML read the document. */
const inFullYaml = (text: string) => ({
  [`${folder}/openapi.yaml`]: `${cleanDefinition}x-first: &drawn\n  is: ${text}\nx-drawn: *drawn\n`,
});

/** Two parts of another file, one of which is a new component; the other replaces its reference. */
const inOtherFile = (text: string) => ({
  [`${folder}/openapi.yaml`]: cleanDefinition
    .replace('name: { type: string, example: Rex }', "name: { $ref: 'parts.json#/Name' }")
    .replace('  /dogs/{dogId}:\n', "  /cats:\n    $ref: 'parts.json#/Cats'\n  /dogs/{dogId}:\n"),
  [`${folder}/parts.json`]: `{
    "Name": {"type": "string", "x-drawn": ${text}},
    "Cats": {"delete": {"summary": "Removes the cats.", "x-drawn": ${text}, "responses": {"204": {"description": "They are removed."}}}}
  }`,
});

describe('the numbers of a published document', () => {
  test.each([
    ['YAML', inYaml, 1],
    ['JSON', inJson, 1],
    ['YAML with anchors', inFullYaml, 1],
    ['several files', inOtherFile, 2],
  ])('have the texts of the sources in %s, whatever they are', async (_kind, filesWith, count) => {
    await fc.assert(
      fc.asyncProperty(written, async (drawn) => {
        const text = write(drawn);
        const published = await publish(filesWith(text));
        expect(
          published
            .split(/"x-drawn":(?:\{"is":)?/)
            .slice(1)
            .map((rest) => rest.slice(0, text.length)),
        ).toEqual(Array(count).fill(text));
      }),
      { numRuns: 25 },
    );
  });

  test.each([
    ['+1.50', '1.50'],
    ['.50', '0.50'],
    ['-.5E-3', '-0.5E-3'],
    ['1.', '1'],
    ['007.10', '7.10'],
    ['0o17', '15'],
    ['0xFFFFFFFFFFFFFFFF', '18446744073709551615'],
    ['-0', '-0'],
    ['9223372036854775807', '9223372036854775807'],
  ])('are valid JSON where YAML spells them %s', async (yaml, json) => {
    expect(await publish(inYaml(yaml))).toContain(`"x-drawn":${json},`);
  });

  test('leave a document alone whose numbers every program keeps', async () => {
    const part = await compilePart(inYaml('[1, -7, 0.5, 123456789012345, "1.10"]'));
    expect(part).not.toHaveProperty('numberTexts');
  });
});

test('pages find the texts of examples, keywords and composed examples', async () => {
  const definition = cleanDefinition.replace(
    'totalCount: { type: integer }',
    'totalCount: { type: integer, maximum: 9223372036854775807, example: 1.0, default: 1e1, enum: [1e1, 1.0] }',
  );
  const { contract, numberTexts } = await compilePart({ [`${folder}/openapi.yaml`]: definition });
  const page = openDocument(contract, numberTexts).schemaOf('#/components/schemas/DogPage')!;
  const count = page.properties.get('totalCount')!.schema!;
  const texts = ['maximum', 'default', 'enum'].map((keyword) => JSON.stringify(count.exactKeyword(keyword)));
  expect([
    ...texts,
    JSON.stringify(count.examples[0]!.exact),
    JSON.stringify(exactExampleOf(page, 'request')),
  ]).toEqual(['9223372036854775807', '1e1', '[1e1,1.0]', '1.0', '{"totalCount":1.0}']);
});
