import { defineRule } from '#compiler/rule/define-rule.ts';
import { definitionFile, editDefinition } from '#compiler/rule/example-edits.ts';
import { answerToGet } from '#compiler/rule/bodies/answer-to-get.ts';
import { nameInPath, nameOfCollection } from '#compiler/rule/bodies/collection-name.ts';
import { isOneOrMany } from '#compiler/rule/collections/one-or-many.ts';
import { findPlainCollection, holdsObjects, wrapperWords } from '#compiler/rule/bodies/plain-collection.ts';
import type { SchemaNode } from '#openapi/model.ts';

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

/** The items that a GET lists are under `_embedded`. */
export const collectionEmbedded = defineRule<'wrappers'>({
  name: 'collection-embedded',
  section: '2.6',
  // An error: HAL is only recommended, but this part of it is required.
  severity: 'error',
  group: 'design',
  isConvention: true,
  summary: 'A collection is under `_embedded`.',
  why: 'The response can then also contain links and a total count, and paging can be added without breaking callers.',
  options: {
    wrappers: {
      description:
        'Lower-case names of properties that contain the collection of a path that ends in a plural.',
      effect: 'forbid',
      words: wrapperWords,
    },
  },
  examples: [
    { title: 'A collection under `_embedded`', edits: [], findings: [] },
    {
      title: 'A bare array of objects',
      edits: [editDefinition(page, page.replace(/\{ \$ref.*\}/, dogs))],
      findings: [`${file}:29:15 The collection is a bare array instead of an array under \`_embedded\`.`],
    },
    {
      title: 'A bare array in a default that describes a success',
      edits: [
        editDefinition(page, page.replace(/\{ \$ref.*\}/, dogs)),
        editDefinition(
          "        '200':\n          description: The dogs.",
          '        default:\n          description: The dogs.',
        ),
      ],
      findings: [`${file}:29:15 The collection is a bare array instead of an array under \`_embedded\`.`],
    },
    {
      title: 'A bare array that several responses share',
      edits: [
        editDefinition('schemas/DogPage', 'schemas/Dogs'),
        editDefinition("schemas/Dog'", "schemas/Dogs'"),
        editDefinition('    NewDog:\n', `    Dogs: ${dogs}\n    NewDog:\n`),
      ],
      findings: [`${file}:111:5 The collection is a bare array instead of an array under \`_embedded\`.`],
    },
    {
      title: 'An array in a property with a usual name',
      edits: [editDefinition(embedded, items)],
      findings: [`${file}:135:9 The collection \`items\` is not under \`_embedded\`.`],
    },
    {
      title: 'A JWK Set, whose layout RFC 7517 defines',
      edits: [
        editDefinition(
          page,
          '            application/json:\n              schema: { properties: { keys: { type: array, items: { type: object, properties: { kty: { type: string } } } } } }',
        ),
      ],
      findings: [],
    },
    {
      title: 'The only array of a response with its own kind of paging',
      edits: [
        editDefinition('/dogs:', '/publisher/reports/daily:'),
        editDefinition('- name: offset', '- name: page'),
        editDefinition(embedded, items.replace('items', 'found')),
      ],
      findings: [`${file}:135:9 The collection \`found\` is not under \`_embedded\`.`],
    },
    {
      title: 'Messages beside what is returned',
      edits: [
        editDefinition(embedded, `        results: { type: object }\n${items.replace('items', 'messages')}`),
      ],
      findings: [],
    },
    {
      title: 'What went wrong, on the path of something else',
      edits: [editDefinition(embedded, items.replace('items', 'errors'))],
      findings: [],
    },
    {
      title: 'Errors on a path that says so',
      edits: [
        editDefinition('/dogs:', '/dogs/errors:'),
        editDefinition(embedded, items.replace('items', 'errors')),
      ],
      findings: [`${file}:135:9 The collection \`errors\` is not under \`_embedded\`.`],
    },
    {
      title: 'The only array beside a link to the next page, on any path, and one of a resource with a name',
      edits: [
        editDefinition(
          'components:\n',
          ['/dogs/{dogId}/history', '/dogs/{dogId}:visited', '/dogs/{dogId}/trail', '/kennel', '/onboarding']
            .map((path, index) => {
              const schema = ['Visits', 'Seen', 'Trail', 'Kennel', 'Onboarding'][index];
              return `  ${path}: { get: { responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } } } } } }\n`;
            })
            .join('')
            .concat('components:\n'),
        ),
        editDefinition(
          '    NewDog:\n',
          `    Visits: { properties: { visits: ${dogs}, nextPageToken: { type: string } } }
    Seen: { properties: { seen: ${dogs}, next: { type: string, format: uri } } }
    Trail: { properties: { walks: ${dogs}, next: { type: string, description: URL of the next page. } } }
    Kennel: { properties: { name: { type: string }, visits: ${dogs}, nextPageToken: { type: string } } }
    Onboarding: { properties: { step: { type: string }, next: { type: string }, fields: ${dogs} } }
    NewDog:\n`,
        ),
      ],
      findings: [
        `${file}:116:29 The collection \`visits\` is not under \`_embedded\`.`,
        `${file}:117:27 The collection \`seen\` is not under \`_embedded\`.`,
        `${file}:118:28 The collection \`walks\` is not under \`_embedded\`.`,
      ],
    },
    {
      title: 'Bare arrays among alternatives, unless another rule reports that one of them is a single item',
      edits: [
        editDefinition(
          page,
          page.replace(/\{ \$ref.*\}/, `{ oneOf: [${dogs}, { type: array, items: { type: string } }] }`),
        ),
        editDefinition(
          'components:\n',
          `  /walks: { get: { responses: { '200': { description: OK, content: { application/json: { schema: { anyOf: [${dogs}, { $ref: '#/components/schemas/Dog' }] } } } } } } }
components:\n`,
        ),
      ],
      findings: [`${file}:29:33 The collection is a bare array instead of an array under \`_embedded\`.`],
    },
    {
      title: 'A bare array of plain values, which are not resources',
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
      title: 'A single resource with a list, which is replaced as a whole or has texts of its own',
      edits: [
        editDefinition('/dogs:', '/settings:'),
        editDefinition('    post:\n      summary: Registers', '    put:\n      summary: Registers'),
        editDefinition('totalCount: { type: integer }', 'isDark: { type: boolean }'),
        editDefinition("            next: { $ref: '#/components/schemas/Link' }\n", ''),
        editDefinition('- name: offset', '- name: age'),
        editDefinition("        - $ref: '#/components/parameters/Limit'\n", ''),
        editDefinition(embedded, items),
        editDefinition(
          'components:\n',
          `  /dogs/{dogId}/preferences:
    get:
      responses:
        '200':
          description: The preferences.
          content:
            application/json:
              schema: { properties: { food: { type: string }, values: { type: array, items: { type: object } } } }
components:
`,
        ),
      ],
      findings: [],
    },
    {
      title: 'A single resource with a plural name, and a list of the same name',
      edits: [
        editDefinition(
          'components:\n',
          ['settings', 'preferences', 'statistics', 'policies']
            .map((name, index) => {
              const own = index === 0 ? '' : ', theme: { type: string }';
              const put = index === 0 ? "put: { responses: { '204': { description: OK } } }, " : '';
              return `  /dogs/{dogId}/${name}: { ${put}get: { responses: { '200': { description: OK, content: { application/json: { schema: { properties: { ${name}: { type: array, items: { type: object } }${own} } } } } } } } }\n`;
            })
            .join('')
            .concat('components:\n'),
        ),
      ],
      findings: [`${file}:91:130 The collection \`policies\` is not under \`_embedded\`.`],
    },
    {
      title: 'A media type with its own layout',
      edits: [editDefinition(page, page.replace(/\{ \$ref.*\}/, dogs).replace('hal+json', 'vnd.api+json'))],
      findings: [],
    },
    {
      title: 'Swagger 2.0 without a media type, which counts as JSON',
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
      findings: [`${file}:7:42 The collection is a bare array instead of an array under \`_embedded\`.`],
    },
  ],
  checkDefinition: {
    body(body, { report, options }) {
      const schema = answerToGet(body);
      if (!schema) return;
      for (const array of bareArrays(schema).filter(holdsObjects)) {
        const message = 'The collection is a bare array instead of an array under `_embedded`.';
        report({ at: array.pointer, part: 'key', message, help: helpFor(nameInPath(body.operation)) });
      }
      if (schema.isArray) return;
      const array = findPlainCollection(body.operation, schema, options.wrappers);
      if (!array) return;
      const message = `The collection \`${array.name}\` is not under \`_embedded\`.`;
      const name = nameOfCollection(array.name, body.operation, options.wrappers);
      report({ at: array.pointer, part: 'key', message, help: helpFor(name) });
    },
  },
});

/** The arrays that a response may be; a list or its only item is for another rule. */
function bareArrays(schema: SchemaNode): readonly SchemaNode[] {
  if (schema.isArray) return [schema];
  return isOneOrMany(schema) ? [] : schema.alternatives.filter(({ isArray }) => isArray);
}

function helpFor(name: string | undefined): string {
  return name === undefined
    ? 'Return an object that contains the array under `_embedded`, by the name of what it lists.'
    : `Return an object that contains the array as \`_embedded.${name}\`.`;
}
