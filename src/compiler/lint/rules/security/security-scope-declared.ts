import { appendPointer } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { definitionFile, editDefinition } from '#compiler/rule/example-edits.ts';
import { listRequirements } from '#openapi/readers/security-reader.ts';
import { isScopeToken } from '#compiler/workspace/needed-scopes.ts';
import { suggestName } from '#compiler/workspace/suggest-name.ts';

const withScheme = (scheme: string) =>
  editDefinition('components:\n', `components:\n  securitySchemes:\n    gateway: ${scheme}\n`);
const flows = (scopes: string) =>
  withScheme(
    `{ type: oauth2, flows: { clientCredentials: { tokenUrl: https://gateway.example.edu/token, scopes: { ${scopes} } } } }`,
  );
const requireScopes = (scopes: string) =>
  editDefinition(
    'summary: Registers a dog.',
    `summary: Registers a dog.\n      security: [{ gateway: [${scopes}] }]`,
  );

/** Every required scope is declared and described by the flows of its scheme. */
export const securityScopeDeclared = defineRule({
  name: 'security-scope-declared',
  section: '5.1',
  severity: 'warning',
  group: 'design',
  summary: 'Every scope that an operation requires of an OAuth 2.0 scheme is declared by its flows.',
  why: 'Clients read the available scopes there, and users see what they consent to; an undeclared scope may be misspelled, and then no call is allowed.',
  examples: [
    { title: 'None', edits: [], findings: [] },
    {
      title: 'A misspelled scope',
      edits: [flows('dogs:write: Register dogs.'), requireScopes('dogs:wirte')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:33:30 The security scheme `gateway` does not declare the scope `dogs:wirte`.',
      ],
    },
    {
      title: 'Swagger 2.0',
      edits: [
        {
          file: definitionFile,
          content: `swagger: '2.0'
info: { title: Dog park, version: '1' }
securityDefinitions:
  gateway: { type: oauth2, flow: application, tokenUrl: https://gateway.example.edu/token, scopes: {} }
security: [{ gateway: [dogs] }]
paths: {}
`,
        },
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:5:24 The security scheme `gateway` does not declare the scope `dogs`.',
      ],
    },
  ],
  checkDefinition: {
    definition(document, { report }) {
      const schemes = document.securitySchemes;
      for (const { scheme, scopes, pointer } of listRequirements(document)) {
        const declared = schemes.get(scheme)?.declaredScopes;
        if (!declared) continue;
        for (const [index, scope] of scopes.entries()) {
          if (declared.has(scope) || !isScopeToken(scope)) continue;
          report({
            at: appendPointer(pointer, index),
            message: `The security scheme \`${scheme}\` does not declare the scope \`${scope}\`.`,
            help: suggestName(
              scope,
              declared.keys(),
              'Declare it under `scopes`, and describe what it allows.',
            ),
          });
        }
      }
    },
  },
});
