import { isJsonObject, type JsonObject } from '#compiled/json.ts';
import { answerToGet } from './answers/answer-to-get.ts';
import { haveSameWords } from '#compiler/rule/words/split-words.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { isOneOrMany } from './answers/one-or-many.ts';
import { ownMember } from '#compiler/rule/parts/schema-members.ts';
import { findSchemasOfResponses } from './schemas/schemas-by-use.ts';
import { numberOf } from '#compiler/rule/words/word-number.ts';
import type { OperationNode, SchemaNode, SchemaProperty } from '#openapi/model.ts';

const file = 'apis/dog_park/v1/openapi.yaml';
const dogs = `              type: array
              items: { $ref: '#/components/schemas/Dog' }`;

/** A collection is an array, however many items there are. */
export const collectionArray = defineRule({
  name: 'collection-array',
  section: '2.6',
  severity: 'error',
  group: 'design',
  isConvention: true,
  summary: 'A collection is always declared as an array, even if it has one item.',
  why: 'Otherwise callers must check each time whether they received an object or an array.',
  examples: [
    { title: 'An array', edits: [], findings: [] },
    {
      title: 'An array, or the only item by itself',
      edits: [
        editDefinition(
          dogs,
          `              oneOf:
                - type: array
                  items: { $ref: '#/components/schemas/Dog' }
                - $ref: '#/components/schemas/Dog'`,
        ),
      ],
      findings: [`${file}:138:13 The collection \`dogs\` may also be a single object.`],
    },
    {
      title: 'An object where the path is that of a collection',
      edits: [editDefinition(dogs, "              $ref: '#/components/schemas/Dog'")],
      findings: [`${file}:138:13 The collection \`dogs\` is an object instead of an array.`],
    },
  ],
  readsElsewhere: true,
  checkDefinition: {
    schema(schema, { report }) {
      const embedded = ownMember(schema, '_embedded')?.schema;
      for (const member of embedded?.properties.values() ?? []) {
        if (!member.schema || !isArrayOrObject(member.schema)) continue;
        const message = `The collection \`${member.name}\` may also be a single object.`;
        report({ at: member.pointer, part: 'key', message, help: helpFor(member) });
      }
      if (!mayBeEither(schema.value) || !findSchemasOfResponses(schema.document).answered.has(schema.value))
        return;
      for (const member of schema.ownProperties) {
        if (!member.schema || !isOneOrMany(member.schema)) continue;
        const message = `The collection \`${member.name}\` may also be a single object.`;
        report({ at: member.pointer, part: 'key', message, help: helpFor(member) });
      }
    },
    body(body, { report }) {
      if (body.response?.isSuccess && body.schema && isOneOrMany(body.schema)) {
        report({
          at: body.schema.pointer,
          part: 'key',
          message: 'The response may be an array or a single object.',
          help: 'Always return an object that contains the array under `_embedded`, even if it has one item. If the single object is something else, give it a path of its own.',
        });
      }
      const member = namesake(body.operation, answerToGet(body));
      if (!member?.schema?.isObject) return;
      const message = `The collection \`${member.name}\` is an object instead of an array.`;
      report({ at: member.pointer, part: 'key', message, help: helpFor(member) });
    },
  },
});

function isArrayOrObject(schema: SchemaNode): boolean {
  const { types, alternatives } = schema;
  if (types.includes('array')) return types.includes('object');
  return alternatives.some(({ isArray }) => isArray) && alternatives.some(({ isObject }) => isObject);
}

/** Whether a member of a schema has alternatives or several types: checked first, since it is cheap. */
function mayBeEither({ properties }: JsonObject): boolean {
  if (!isJsonObject(properties)) return false;
  return Object.values(properties).some(
    (written) =>
      isJsonObject(written) &&
      ((written['oneOf'] ?? written['anyOf']) !== undefined || Array.isArray(written['type'])),
  );
}

/** The member of `_embedded` that has the name of the last segment of a collection's path. */
function namesake({ path }: OperationNode, schema: SchemaNode | undefined): SchemaProperty | undefined {
  const embedded = schema?.properties.get('_embedded')?.schema;
  const last = path.segments.at(-1);
  if (!embedded || last?.form !== 'static' || numberOf(last.text) !== 'plural') return undefined;
  return [...embedded.properties.values()].find(({ name }) => haveSameWords(name, last.text));
}

function helpFor({ name }: SchemaProperty): string {
  return `Declare \`${name}\` as an array of those objects, and nothing else.`;
}
