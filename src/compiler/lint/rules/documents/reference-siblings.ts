import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import type { DefinitionReference } from '#compiler/rule/definition-checks.ts';
import { listNames } from '#compiler/rule/words/list-names.ts';
import { pointerOf } from '#openapi/value-path.ts';
import { memberOf, sameJson } from '#compiled/json.ts';

const items = "items: { $ref: '#/components/schemas/Dog' }";

/** Keywords that OpenAPI ignores next to a reference are not written. */
export const referenceSiblings = defineRule({
  name: 'reference-siblings',
  section: '4.4',
  severity: 'warning',
  group: 'design',
  summary: 'Nothing is written beside a `$ref` that has no effect there.',
  why: 'OpenAPI ignores what is beside a `$ref`, in OpenAPI 2.0 and 3.0 also in schemas: a limit there limits nothing, and null is refused.',
  examples: [
    {
      title: 'A text for people, which limits nothing',
      edits: [editDefinition(items, "items: { $ref: '#/components/schemas/Dog', description: A dog. }")],
      findings: [],
    },
    {
      title: 'A schema that should accept null',
      edits: [editDefinition(items, "items: { $ref: '#/components/schemas/Dog', nullable: true }")],
      findings: ['apis/dog_park/v1/openapi.yaml:140:58 Beside `$ref`, `nullable` has no effect.'],
    },
    {
      title: 'Limits in OpenAPI 3.0',
      edits: [
        editDefinition(
          items,
          "items: { $ref: '#/components/schemas/Dog', maxProperties: 3, required: [name] }",
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:140:58 Beside `$ref`, `maxProperties` and `required` have no effect.',
      ],
    },
  ],
  checkDefinition: {
    reference(node, { report }) {
      const ignored = ignoredSiblings(node);
      const [first] = ignored;
      if (first === undefined) return;
      const { holder } = node;
      report({
        at: pointerOf(holder, first),
        part: 'key',
        message: `Beside \`$ref\`, ${listNames(ignored, 'conjunction')} ${ignored.length === 1 ? 'has' : 'have'} no effect.`,
        help: helpFor(node, ignored),
        related: [{ message: 'the reference', at: pointerOf(holder, '$ref') }],
      });
    },
  },
});

/** Keywords that do not affect calls; many tools show them even next to `$ref`. */
const forPeople = new Set([
  '$ref',
  'title',
  'summary',
  'description',
  'externalDocs',
  'example',
  'examples',
  '$comment',
]);

/**
 * The keywords next to a `$ref` that are ignored although they would have an effect. Texts, keywords that the target
 * repeats, and the value false, which is usually the default, do not count.
 */
function ignoredSiblings({ reference, type, value, document }: DefinitionReference): readonly string[] {
  if (type === 'PathItem' || (type === 'Schema' && document.mergesSiblings)) return noNames;
  let names: string[] | undefined;
  for (const name in value) {
    if (forPeople.has(name) || name.startsWith('x-')) continue;
    const written = value[name];
    if (written === false && name !== 'additionalProperties') continue;
    const target = document.references.target(reference)?.value;
    if (!sameJson(memberOf(target, name), written)) (names ??= []).push(name);
  }
  return names ?? noNames;
}

/** A shared empty list for the many references without ignored keywords. */
const noNames: readonly string[] = [];

function helpFor({ reference, type }: DefinitionReference, ignored: readonly string[]): string {
  if (type !== 'Schema')
    return `Write ${listNames(ignored, 'conjunction')} where \`${reference}\` leads, or write the whole object here.`;
  const others = ignored.filter((name) => name !== 'nullable');
  const restrict = `\`allOf: [{ $ref: '${reference}' }]\` in place of \`$ref\``;
  const acceptNull = `To accept null, write \`anyOf: [{ $ref: '${reference}' }, { type: object, nullable: true, enum: [null] }]\`.`;
  if (others.length === 0) return acceptNull;
  return `Write ${restrict}.${others.length < ignored.length ? ` ${acceptNull}` : ''}`;
}
