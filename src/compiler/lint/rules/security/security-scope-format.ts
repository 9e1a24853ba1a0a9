import { appendPointer } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { listRequirements } from '#openapi/readers/security-reader.ts';
import { listNames } from '#compiler/rule/words/list-names.ts';
import { isScopeToken } from '#compiler/workspace/needed-scopes.ts';

const requireScopes = (scopes: string, scheme = '{ type: http, scheme: bearer }') => [
  editDefinition(
    'summary: Registers a dog.',
    `summary: Registers a dog.\n      security: [{ gateway: [${scopes}] }]`,
  ),
  editDefinition('components:\n', `components:\n  securitySchemes:\n    gateway: ${scheme}\n`),
];

/** A scope has to fit into the parameter `scope`, which separates scopes by spaces. */
export const securityScopeFormat = defineRule({
  name: 'security-scope-format',
  section: '5.1',
  severity: 'error',
  group: 'design',
  summary:
    'A scope consists of printable ASCII, without a space, a double quote or a backslash (RFC 6749, section 3.3).',
  why: 'Clients cannot request any other scope, so the gateway refuses every call of such an operation.',
  examples: [
    { title: 'None', edits: [], findings: [] },
    {
      title: 'Two words',
      edits: requireScopes('write dogs'),
      findings: ['apis/dog_park/v1/openapi.yaml:33:30 No client can request the scope "write dogs".'],
    },
    {
      title: 'Letters beyond ASCII',
      edits: requireScopes('hünde'),
      findings: ['apis/dog_park/v1/openapi.yaml:33:30 No client can request the scope "hünde".'],
    },
  ],
  checkDefinition: {
    definition(document, { report }) {
      const schemes = document.securitySchemes;
      for (const { scheme, scopes, pointer } of listRequirements(document)) {
        if (!schemes.get(scheme)?.listsScopes) continue;
        for (const [index, scope] of scopes.entries()) {
          if (isScopeToken(scope)) continue;
          report({
            at: appendPointer(pointer, index),
            message: `No client can request the scope ${JSON.stringify(scope)}.`,
            help: adviseOn(scope),
          });
        }
      }
    },
  },
});

/** The advice on an invalid scope. Two or three words are probably a list in one string; all else gets general advice. */
function adviseOn(scope: string): string {
  const words = scope.split(/[\s,]+/);
  if (words.length < 2 || words.length > 3 || !words.every(isScopeToken))
    return 'Use letters, digits and characters such as the colon: `dogs:write`.';
  return `List ${listNames(words, 'conjunction')} as separate scopes, or write \`${words.join('_')}\` if it is one.`;
}
