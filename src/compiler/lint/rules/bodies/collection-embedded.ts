import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { answerToGet } from './answers/answer-to-get.ts';
import { nameInPath, nameOfCollection } from './answers/collection-name.ts';
import { isOneOrMany } from './answers/one-or-many.ts';
import { findPlainCollection, holdsObjects, wrapperWords } from '../../resources/plain-collection.ts';
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
      title: 'An array in a property with a usual name',
      edits: [editDefinition(embedded, items)],
      findings: [`${file}:135:9 The collection \`items\` is not under \`_embedded\`.`],
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

/**
 * The arrays that a response may consist of. Another rule reports a response that is either a list or its only item.
 */
function bareArrays(schema: SchemaNode): readonly SchemaNode[] {
  if (schema.isArray) return [schema];
  return isOneOrMany(schema) ? [] : schema.alternatives.filter(({ isArray }) => isArray);
}

function helpFor(name: string | undefined): string {
  return name === undefined
    ? 'Return an object that contains the array under `_embedded`, by the name of what it lists.'
    : `Return an object that contains the array as \`_embedded.${name}\`.`;
}
