import { isJsonObject } from '#compiled/json.ts';
import type { Fix } from '#diagnostic/fix.ts';
import type { DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { ownMember } from '#compiler/rule/parts/schema-members.ts';
import { isSent } from './schemas/schemas-by-use.ts';
import { siblingPartsOf } from './schemas/sibling-parts.ts';
import type { SchemaNode } from '#openapi/model.ts';
import { pathTo } from '#openapi/value-path.ts';

const file = 'apis/dog_park/v1/openapi.yaml';
const self = "self: { $ref: '#/components/schemas/Link' }";
const linksSchema = `              type: object
              properties:
                ${self}`;

type Report = (finding: DefinitionFinding) => void;

const help = 'Declare an object with the property `href`, a string.';
const helpWithName = 'Move it into an object by the name of the link, such as `self: { href }`.';

/** Links are objects with `href`. */
export const linkObject = defineRule({
  name: 'link-object',
  section: '2.6',
  severity: 'error',
  group: 'design',
  isConvention: true,
  summary: 'The links of a resource are the members of `_links`, each an object with `href`.',
  why: 'A client that knows one API can follow the links of all APIs, and links can get more attributes later.',
  examples: [
    {
      title: 'Several links by one name, as HAL allows',
      edits: [editDefinition(self, "self: { type: array, items: { $ref: '#/components/schemas/Link' } }")],
      findings: [],
    },
    {
      title: 'A link that is a string',
      edits: [editDefinition(self, 'self: { type: string }')],
      findings: [`${file}:130:17 The link \`self\` is a string instead of an object with \`href\`.`],
    },
    {
      title: 'A list of links',
      edits: [
        editDefinition(linksSchema, '              type: array\n              items: { type: object }'),
      ],
      findings: [`${file}:127:13 The member \`_links\` is an array instead of an object.`],
    },
  ],
  readsElsewhere: true,
  checkDefinition: {
    schema(schema, { report }) {
      const { document } = schema;
      const links = ownMember(schema, '_links');
      const declared = links?.schema;
      if (!declared) return;
      const at = pathTo(declared.valuePath, 'additionalProperties');
      const type = otherType(declared, 'object');
      if (type) {
        const message = `The member \`_links\` is ${type} instead of an object.`;
        report({
          at: links.pointer,
          part: 'key',
          message,
          help: 'Declare an object whose members are links by name.',
        });
        return;
      }
      for (const { name, schema: link, pointer } of declared.properties.values())
        if (link) reportLink({ name, label: `The link \`${name}\``, link, pointer }, report);
      const further = document.schemaAt(declared.value['additionalProperties'], at);
      if (further) reportLink({ label: 'A link', link: further, pointer: further.pointer }, report);
    },
  },
});

interface DeclaredLink {
  readonly name?: string;
  readonly label: string;
  readonly link: SchemaNode;
  readonly pointer: string;
}

function reportLink({ name, label, link, pointer }: DeclaredLink, report: Report): void {
  const object = link.isArray ? link.items : link;
  if (!object) return;
  const type = otherType(object, 'object');
  const message = `${label} is ${type} instead of an object with \`href\`.`;
  if (type) report({ at: pointer, part: 'key', message, help: name === 'href' ? helpWithName : help });
  else if (object.isObject) reportAddress(object, report);
}

function reportAddress(object: SchemaNode, report: Report): void {
  const href = object.properties.get('href');
  if (!href) {
    if (mayHoldMore(object) || siblingPartsOf(object).some(({ properties }) => properties.has('href')))
      return;
    const fix = fixFor(object);
    report({
      at: object.pointer,
      part: 'key',
      message: 'The link declares no `href`.',
      help,
      ...(fix && { fix }),
    });
    return;
  }
  const type = href.schema && otherType(href.schema, 'string');
  const message = `The \`href\` of a link is ${type} instead of a string.`;
  if (type) report({ at: href.pointer, part: 'key', message, help });
}

/** Whether the schema itself declares that objects may have members that it does not list. */
function mayHoldMore(schema: SchemaNode): boolean {
  const further = schema.keyword('additionalProperties');
  return further === true || isJsonObject(further) || schema.alternatives.length > 0;
}

/**
 * The fix that declares `href`: only for links without declared members, which it cannot contradict, and not for links
 * that callers send.
 */
function fixFor(schema: SchemaNode): Fix<string> | undefined {
  const { value, pointer } = schema;
  if (isSent(schema)) return undefined;
  if (['properties', 'allOf', 'additionalProperties'].some((key) => value[key] !== undefined))
    return undefined;
  const properties = { href: { type: 'string', format: 'uri-reference' } };
  return {
    title: 'Declare `href`',
    steps: [{ type: 'add-member', at: pointer, key: 'properties', value: properties }],
  };
}

/** The type of the values with an article, such as `an array`; undefined if they may have the wanted type. */
function otherType(schema: SchemaNode, wanted: string): string | undefined {
  const types = schema.types.filter((type) => type !== 'null');
  const [type = schema.isArray ? 'array' : wanted] = types;
  if (type === wanted || types.includes(wanted)) return undefined;
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
