import { isJsonObject, type Json } from '#compiled/json.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { answersToGets } from './answers/answer-to-get.ts';
import { oncePerDocument } from '#compiler/rule/once-per.ts';
import { ownMember } from '#compiler/rule/parts/schema-members.ts';
import { findPlainCollection } from '../../resources/plain-collection.ts';
import { findSchemasOfResponses } from './schemas/schemas-by-use.ts';
import type { SchemaNode, SchemaProperty } from '#openapi/model.ts';

const file = 'apis/dog_park/v1/openapi.yaml';
const created =
  "            createdAt: { type: string, format: date-time, example: '2026-03-01T09:30:00Z' }\n";
const owner = `            owner:
              type: object
              properties:
                _links: { type: object, properties: { self: { $ref: '#/components/schemas/Link' } } }
`;

/** A sub-resource with its own URL is under `_embedded`. */
export const subResourceEmbedded = defineRule({
  name: 'sub-resource-embedded',
  section: '2.6',
  severity: 'warning',
  group: 'design',
  isConvention: true,
  summary: 'A nested resource is under `_embedded` if it has its own URL.',
  why: 'A caller sees immediately which members belong to the resource and which are separate resources.',
  examples: [
    { title: 'No sub-resources', edits: [], findings: [] },
    {
      title: 'A sub-resource with a link to itself among the attributes',
      edits: [editDefinition(created, created + owner)],
      findings: [`${file}:127:13 The sub-resource \`owner\` is not under \`_embedded\`.`],
    },
    {
      title: 'A list of them',
      edits: [
        editDefinition(
          created,
          `${created}            puppies: { type: array, items: { $ref: '#/components/schemas/Dog' } }\n`,
        ),
      ],
      findings: [`${file}:127:13 The sub-resources \`puppies\` are not under \`_embedded\`.`],
    },
  ],
  readsElsewhere: true,
  checkDefinition: {
    schema(schema, { report }) {
      const { properties } = schema.value;
      if (!isJsonObject(properties)) return;
      for (const name in properties) {
        if (name === '_links' || name === '_embedded' || !mayBeResource(properties[name])) continue;
        const member = ownMember(schema, name);
        if (!member?.schema || !isResource(member.schema) || !isAttribute(schema, member)) continue;
        report({ at: member.pointer, part: 'key', ...describe(schema, member) });
      }
    },
  },
});

/** Whether a schema, as written, may declare links or refer to one that does: checked first, since it is cheap. */
function mayBeResource(written: Json | undefined): boolean {
  if (!isJsonObject(written)) return false;
  const { properties, items, $ref, allOf } = written;
  if (typeof $ref === 'string' || allOf !== undefined) return true;
  if (isJsonObject(properties)) return properties['_links'] !== undefined;
  return items !== undefined && mayBeResource(items);
}

/** Whether the values are resources with a link to themselves, or arrays of such resources. */
function isResource(schema: SchemaNode): boolean {
  const parts = (schema.isArray ? schema.items : schema)?.parts ?? [];
  return parts.some((part) => ownMember(part, '_links')?.schema?.properties.has('self'));
}

/** Whether a member is an attribute of the response body and not a collection, which has its own rule. */
function isAttribute({ document, value }: SchemaNode, member: SchemaProperty): boolean {
  const { answered, embedded } = findSchemasOfResponses(document);
  return answered.has(value) && !embedded.has(value) && !findPlainCollections(document).has(member.pointer);
}

const findPlainCollections = oncePerDocument((document): ReadonlySet<string> => {
  const collections = answersToGets(document).flatMap(
    ({ body, schema }) => findPlainCollection(body.operation, schema) ?? [],
  );
  return new Set(collections.map(({ pointer }) => pointer));
});

function describe(holder: SchemaNode, { name, schema }: SchemaProperty) {
  const what = schema?.isArray ? `sub-resources \`${name}\` are` : `sub-resource \`${name}\` is`;
  const where = wrapsResources(holder) ? 'directly under `_embedded`' : 'under `_embedded`';
  return { message: `The ${what} not ${where}.`, help: `Move \`${name}\` ${where}.` };
}

/** Whether a member of `_embedded` only groups resources, and so is not a resource itself. */
function wrapsResources({ document, value, properties }: SchemaNode): boolean {
  if (!findSchemasOfResponses(document).inEmbedded.has(value)) return false;
  return [...properties.values()].every(({ schema }) => schema && isResource(schema));
}
