import { apiKey } from '#compiled/api-key.ts';
import { placeOf } from '#source/place.ts';
import { defineRule, type RuleContext } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { referablePartsOfApi, type ReferableParts } from '#compiler/workspace/referable-parts.ts';
import type { DeclaredApi } from '#compiler/workspace/workspace.ts';

const file = 'apis/dog_park/v1/api.yaml';
const secure = (security: string) =>
  editDefinition('summary: Lists the dogs.', `summary: Lists the dogs.\n      security: ${security}`);
const differs = `${file}:7:13 The document of DogPark/v1 says that \`GET /dogs\` needs no token, but the gateway requires one.`;

export const operationAccessDocumented = defineRule({
  name: 'operation-access-documented',
  section: '5.1',
  severity: 'error',
  group: 'design',
  summary: 'The declaration and the OpenAPI document agree on which operations need no token.',
  why:
    'The gateway follows the declaration, so that the change of a document opens nothing. Where the document differs, ' +
    'either its readers or the reviewers of the declaration are misled.',
  examples: [
    { title: 'A document without security requirements', edits: [], findings: [] },
    {
      title: 'The document says that an operation needs no token, and the declaration does not',
      severity: 'warning',
      edits: [secure('[]')],
      findings: [differs],
    },
    {
      title: 'The same, with an optional token',
      severity: 'warning',
      edits: [secure('[{ gateway: [] }, {}]')],
      findings: [differs],
    },
  ],
  check: {
    api: (api, context) => {
      const parts = referablePartsOfApi(api);
      if (!parts) return;
      if (api.value.access) return reportOpenedByOneWord(api, parts, context);
      reportClosed(api, parts, context);
      reportOpened(api, parts, context);
    },
  },
});

/**
 * Reports operations that need no token only according to the document, in one finding, since there may be hundreds.
 */
function reportClosed(
  { value, place }: DeclaredApi,
  { operationNames, operationSecurity }: ReferableParts,
  { report }: RuleContext,
): void {
  const declared = new Set(Object.keys(value.operationAccess ?? {}));
  const closed = operationNames.filter(
    (names, index) => operationSecurity[index] === 'none' && !names.some((name) => declared.has(name)),
  );
  const open = closed.map(([name = '']) => name);
  if (open.length === 0) return;
  const need = open.length === 1 ? 'needs' : 'need';
  report({
    at: placeOf(place, 'definition'),
    atMost: 'warning',
    givesNoAccess: true,
    message: `The document of ${apiKey(value)} says that ${nameFirst(open)} ${need} no token, but the gateway requires one.`,
    help: `${adviseToOpen(open)} Otherwise require a token in the \`security\` of the document.`,
  });
}

/** Names the first operation and counts the other ones. */
function nameFirst([first = '', ...rest]: readonly string[]): string {
  if (rest.length === 0) return `\`${first}\``;
  return `\`${first}\` and ${rest.length} other operation${rest.length === 1 ? '' : 's'}`;
}

/** The maximum number of operations to list in one line. */
const mostNamed = 5;

function adviseToOpen(names: readonly string[]): string {
  const entries = names.slice(0, mostNamed).map((name) => `${JSON.stringify(name)}: public`);
  if (names.length > mostNamed)
    return `If everyone may call them, declare each in \`operationAccess\`, such as \`${entries[0]}\`.`;
  const subject = names.length === 1 ? 'it' : 'them';
  return `If everyone may call ${subject}, declare \`operationAccess: { ${entries.join(', ')} }\`.`;
}

/**
 * Reports, in one finding, operations that need credentials according to the document although `access` makes all
 * public.
 */
function reportOpenedByOneWord(
  { value, place }: DeclaredApi,
  { operationNames, operationSecurity }: ReferableParts,
  { report }: RuleContext,
): void {
  const closed = operationNames.filter((_, index) => operationSecurity[index] === 'required');
  if (closed.length === 0) return;
  const names = nameFirst(closed.map(([name = '']) => name));
  report({
    at: placeOf(place, 'access'),
    message: `The declaration makes every operation public, but the document of ${apiKey(value)} requires credentials for ${names}.`,
    help:
      'Add `security: []` to these operations in the document, or remove `access` and name the public operations ' +
      'under `operationAccess`.',
  });
}

function reportOpened(
  { value, place }: DeclaredApi,
  { operationNames, operationSecurity }: ReferableParts,
  { report }: RuleContext,
): void {
  for (const name of Object.keys(value.operationAccess ?? {})) {
    const index = operationNames.findIndex((names) => names.includes(name));
    if (operationSecurity[index] !== 'required') continue;
    report({
      at: placeOf(place, 'operationAccess', name),
      part: 'key',
      message: `The declaration makes \`${name}\` public, but the document of ${apiKey(value)} requires credentials for it.`,
      help: 'Add `security: []` to the operation in the document, or remove its entry from `operationAccess`.',
    });
  }
}
