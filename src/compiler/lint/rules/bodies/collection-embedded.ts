import { defineRule } from '../../../rule/define-rule.ts';
import { definitionFile, editDefinition } from '../../../rule/example-edits.ts';
import { answerToGet } from '../../../rule/bodies/answer-to-get.ts';
import { findPlainCollection, holdsObjects, wrapperWords } from '../../../rule/bodies/plain-collection.ts';
import { numberOf } from '../../../rule/words/word-number.ts';
import type { OperationNode } from '../../../../openapi/model.ts';

const file = 'apis/dog_park/v1/openapi.yaml';
const page =
  "            application/hal+json:\n              schema: { $ref: '#/components/schemas/DogPage' }";
const dogs = "{ type: array, items: { $ref: '#/components/schemas/Dog' } }";
const embedded = `        _embedded:
          type: object
          properties:
            dogs:
              type: array`;
const items = `        items:
              type: array`;

/** What a GET lists stands under `_embedded`. */
export const collectionEmbedded = defineRule<'wrappers'>({
  name: 'collection-embedded',
  section: '2.6',
  // An error: HAL as such is recommended, yet this part of it is stated without reserve.
  severity: 'error',
  group: 'design',
  summary: 'A collection stands under `_embedded`.',
  why: 'Links and a total count then have a place beside it, and a list can grow pages without breaking its callers.',
  options: {
    wrappers: {
      description:
        'Names of properties, in lower case, that hold the collection of a path that ends in a plural.',
      words: wrapperWords,
    },
  },
  examples: [
    { title: 'A collection under `_embedded`', edits: [], findings: [] },
    {
      title: 'A bare array of objects',
      edits: [editDefinition(page, page.replace(/\{ \$ref.*\}/, dogs))],
      findings: [`${file}:29:15 The collection is a bare array, not one under \`_embedded\`.`],
    },
    {
      title: 'A bare array that several answers share',
      edits: [
        editDefinition('schemas/DogPage', 'schemas/Dogs'),
        editDefinition("schemas/Dog'", "schemas/Dogs'"),
        editDefinition('    NewDog:\n', `    Dogs: ${dogs}\n    NewDog:\n`),
      ],
      findings: [`${file}:111:5 The collection is a bare array, not one under \`_embedded\`.`],
    },
    {
      title: 'An array in a property with a usual name',
      edits: [editDefinition(embedded, items)],
      findings: [`${file}:135:9 The collection \`items\` does not stand under \`_embedded\`.`],
    },
    {
      title: 'The only array of what is paged, though in a way of its own',
      edits: [
        editDefinition('/dogs:', '/publisher/reports/daily:'),
        editDefinition('- name: offset', '- name: page'),
        editDefinition(embedded, items.replace('items', 'found')),
      ],
      findings: [`${file}:135:9 The collection \`found\` does not stand under \`_embedded\`.`],
    },
    {
      title: 'A bare array of plain values, which are no resources',
      edits: [editDefinition(page, page.replace(/\{ \$ref.*\}/, '{ type: array, items: { type: string } }'))],
      findings: [],
    },
    {
      title: 'An entity that happens to hold an array of objects',
      edits: [
        editDefinition(
          '        nicknames:\n          type: array\n          items: { type: string }',
          '        vaccinations:\n          type: array\n          items: { type: object }',
        ),
      ],
      findings: [],
    },
    {
      title: 'A media type whose layout is laid down elsewhere',
      edits: [editDefinition(page, page.replace(/\{ \$ref.*\}/, dogs).replace('hal+json', 'vnd.api+json'))],
      findings: [],
    },
    {
      title: 'Swagger 2.0 that names no media type, so that JSON is supposed',
      edits: [
        {
          file: definitionFile,
          content: `swagger: '2.0'
info: { title: Dog park, version: '1' }
paths:
  /dogs:
    get:
      responses:
        '200': { description: The dogs., schema: { type: array, items: { type: object } } }
`,
        },
      ],
      findings: [`${file}:7:42 The collection is a bare array, not one under \`_embedded\`.`],
    },
  ],
  checkDefinition: {
    body(body, { report, options }) {
      const schema = answerToGet(body);
      if (!schema) return;
      if (schema.isArray) {
        if (!holdsObjects(schema)) return;
        const message = 'The collection is a bare array, not one under `_embedded`.';
        report({ at: schema.pointer, part: 'key', message, help: helpFor(nameFor(body.operation)) });
        return;
      }
      const array = findPlainCollection(body.operation, schema, options.wrappers);
      if (!array) return;
      const message = `The collection \`${array.name}\` does not stand under \`_embedded\`.`;
      const name = options.wrappers.has(array.name.toLowerCase()) ? nameFor(body.operation) : array.name;
      report({ at: array.pointer, part: 'key', message, help: helpFor(name) });
    },
  },
});

/** What the path calls the collection, unless it ends in what is done with it: `/dogs/find_by_name`. */
function nameFor({ path }: OperationNode): string | undefined {
  const name = path.segments.findLast(({ form }) => form === 'static')?.text ?? '';
  return numberOf(name) === 'plural' ? name : undefined;
}

function helpFor(name: string | undefined): string {
  return name === undefined
    ? 'Answer with an object that holds the array under `_embedded`, by the name of what it lists.'
    : `Answer with an object that holds the array as \`_embedded.${name}\`.`;
}
