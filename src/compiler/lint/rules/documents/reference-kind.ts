import { splitPointer } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { componentSections, shapeAt, type MemberShape, type NodeType } from '#openapi/grammar.ts';
import { decodeFragment } from '#openapi/references.ts';
import { pointerOf } from '#openapi/value-path.ts';

const badRequest = "'400': { $ref: '#/components/responses/BadRequest' }";

/** The target of a reference has the type that is expected at its location. */
export const referenceKind = defineRule({
  name: 'reference-kind',
  section: '4.4',
  severity: 'error',
  group: 'integrity',
  summary: 'A reference resolves to an object of the type that is expected at its location.',
  why: 'A schema in place of a response does not describe the response, so the contract is unknown.',
  examples: [
    {
      title: 'A response within an operation',
      edits: [editDefinition(badRequest, "'400': { $ref: '#/paths/~1dogs~1{dogId}/get/responses/404' }")],
      findings: [],
    },
    {
      title: 'A schema where a response is expected',
      edits: [editDefinition(badRequest, "'400': { $ref: '#/components/schemas/Error' }")],
      findings: [
        'apis/dog_park/v1/openapi.yaml:30:24 A response is expected here, but `#/components/schemas/Error` is a schema.',
      ],
    },
    {
      title: 'A parameter where a header is expected',
      edits: [
        editDefinition(
          "ETag: { $ref: '#/components/headers/ETag' }",
          "ETag: { $ref: '#/components/parameters/Limit' }",
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:58:27 A header is expected here, but `#/components/parameters/Limit` is a parameter.',
      ],
    },
  ],
  checkDefinition: {
    reference({ reference, holder, type }, { report }) {
      if (homes.has(`${type} ${reference.slice(0, reference.lastIndexOf('/'))}`)) return;
      const found = shapeOf(reference);
      if (!found || (found.type === type && found.as === 'one')) return;
      const expected = kindOf(type);
      const is = found.as === 'one' ? `is ${kindOf(found.type)}` : 'contains several';
      report({
        at: pointerOf(holder, '$ref'),
        message: `${expected.charAt(0).toUpperCase()}${expected.slice(1)} is expected here, but \`${reference}\` ${is}.`,
        help: `Refer to ${expected}, or define one here.`,
        related: [
          { message: 'the target of the reference', at: decodeFragment(reference.slice(1)), part: 'key' },
        ],
      });
    },
  },
});

/**
 * Pairs of a type and the location of its components: nearly every reference fits one of them and needs no further
 * check.
 */
const homes = new Set(
  ['2.0', '3.1'].flatMap((openapi) =>
    componentSections(openapi).map(([type, section]) => `${type} #/${section.join('/')}`),
  ),
);

/** The type of the target of a reference, if OpenAPI defines it. */
function shapeOf(reference: string): MemberShape | undefined {
  if (!reference.startsWith('#')) return undefined;
  return shapeAt('Document', splitPointer(decodeFragment(reference.slice(1))));
}

/** Returns `a media type` for `MediaType`. */
function kindOf(type: NodeType): string {
  const words = type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;
}
