import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { listRequirements } from '#openapi/readers/security-reader.ts';
import { suggestName } from '#compiler/workspace/suggest-name.ts';

const scheme = editDefinition(
  'components:\n',
  'components:\n  securitySchemes:\n    gateway: { type: http, scheme: bearer }\n',
);
const general = (name: string) => editDefinition('paths:\n', `security: [{ ${name}: [] }]\npaths:\n`);

/** Every required security scheme exists, since the scheme defines what the requirement means. */
export const securitySchemeDeclared = defineRule({
  name: 'security-scheme-declared',
  section: '5.1',
  severity: 'error',
  group: 'design',
  summary: 'Every security scheme that is required is declared.',
  why: 'The type of the scheme determines the required scopes; a scheme that does not exist requires nothing.',
  examples: [
    { title: 'None', edits: [], findings: [] },
    { title: 'A declared scheme', edits: [scheme, general('gateway')], findings: [] },
    {
      title: 'An address in a document of an earlier version, where it is only a name',
      edits: [editDefinition('openapi: 3.0.3', 'openapi: 3.1.0'), general('common.yaml#/Gateway')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:7:14 The security scheme `common.yaml#/Gateway` does not exist.',
      ],
    },
  ],
  reads: 'schemes',
  checkDefinition: {
    definition(document, { report }) {
      const schemes = document.securitySchemes;
      for (const { scheme: name, pointer } of listRequirements(document)) {
        if (schemes.has(name) || (document.version === '3.2' && isAddress(name))) continue;
        report({
          at: pointer,
          part: 'key',
          message: `The security scheme \`${name}\` does not exist.`,
          help: suggestName(name, schemes.keys(), 'Declare it, or name one that is declared.'),
        });
      }
    },
  },
});

/** OpenAPI 3.2 also finds a scheme by its URL; names of components contain none of these characters. */
function isAddress(name: string): boolean {
  return /[/#:]/.test(name);
}
