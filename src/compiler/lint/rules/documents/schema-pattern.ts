import { isJsonObject } from '#compiled/json.ts';
import { checkSchemas, noFindings } from '#compiler/rule/check-schemas.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import type { OpenapiNode } from '#openapi/model.ts';
import type { DefinitionFinding } from '#compiler/rule/definition-checks.ts';

const breedIs = (schema: string) =>
  editDefinition(
    'name: breed\n          in: query\n          schema: { type: string }',
    `name: breed\n          in: query\n          schema: ${schema}`,
  );

/** The gateway runs patterns as regular expressions of ECMAScript, as JSON Schema requires. */
export const schemaPattern = defineRule({
  name: 'schema-pattern',
  section: '4.4',
  severity: 'error',
  group: 'integrity',
  summary: 'A pattern is a regular expression of ECMAScript.',
  why: 'The gateway cannot run any other pattern, so it would accept every value.',
  examples: [
    {
      title: 'Patterns with and without the Unicode mode',
      edits: [breedIs(`{ allOf: [{ pattern: '^[\\w-]+$' }, { pattern: '^\\p{L}+$' }] }`)],
      findings: [],
    },
    {
      title: 'A group that is not closed',
      edits: [breedIs(`{ type: string, pattern: '^(a$' }`)],
      findings: [
        'apis/dog_park/v1/openapi.yaml:23:44 The pattern `^(a$` is not a regular expression: unterminated group.',
      ],
    },
    {
      title: 'A flag of another language',
      edits: [breedIs(`{ type: string, pattern: '(?x)a' }`)],
      findings: [
        'apis/dog_park/v1/openapi.yaml:23:44 The pattern `(?x)a` is not a regular expression: invalid group.',
      ],
    },
  ],
  checkDefinition: checkSchemas(findInvalid),
});

function findInvalid(node: OpenapiNode): readonly DefinitionFinding[] {
  const { pattern, patternProperties } = node.value;
  if (pattern === undefined && patternProperties === undefined) return noFindings;
  const names = isJsonObject(patternProperties) ? Object.keys(patternProperties) : [];
  return [
    ...(typeof pattern === 'string' ? describe(pattern, node.pointerTo('pattern'), 'value') : []),
    ...names.flatMap((name) => describe(name, node.pointerTo('patternProperties', name), 'key')),
  ];
}

function describe(pattern: string, at: string, part: 'key' | 'value'): readonly DefinitionFinding[] {
  const reason = reasonAgainst(pattern);
  if (reason === undefined) return [];
  return [
    {
      at,
      part,
      message: `The pattern \`${pattern}\` is not a regular expression: ${reason}.`,
      help: 'Write it as in JavaScript, without slashes around it.',
    },
  ];
}

/** The reason from V8 why neither mode accepts a pattern; undefined if one of them does. */
function reasonAgainst(pattern: string): string | undefined {
  const reasons = ['', 'u'].map((mode) => reasonInMode(pattern, mode));
  return reasons.includes(undefined) ? undefined : reasons[0];
}

function reasonInMode(pattern: string, mode: string): string | undefined {
  try {
    return void RegExp(pattern, mode);
  } catch (error) {
    const reason = (error as Error).message.split(': ').at(-1) ?? '';
    return reason.charAt(0).toLowerCase() + reason.slice(1);
  }
}
