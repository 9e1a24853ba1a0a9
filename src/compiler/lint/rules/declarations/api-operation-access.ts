import { apiKey } from '#compiled/api-key.ts';
import { placeOf } from '#source/place.ts';
import { unknownOperation } from './parts/unknown-operation.ts';
import { withoutProduction } from './parts/without-production.ts';
import { defineRule, type NodeContext, type RuleContext } from '#compiler/rule/define-rule.ts';
import { editApi } from '#compiler/rule/example-edits.ts';
import { referablePartsOfApi } from '#compiler/workspace/referable-parts.ts';
import { isLive } from '#compiler/workspace/api-versions.ts';
import type { DeclaredApi } from '#compiler/workspace/workspace.ts';

const declare = (fields: string) => editApi('endpoints:', `${fields}\nendpoints:`);

export const apiOperationAccess = defineRule({
  name: 'api-operation-access',
  section: '5.1',
  severity: 'error',
  group: 'integrity',
  summary: 'Each public operation is one of the OpenAPI document, named by its method and path.',
  why: 'Access to an operation that does not exist has no effect, so the intended operation stays protected.',
  examples: [
    {
      title: 'A public operation, and its limit for each client address',
      edits: [
        declare('operationAccess: { GET /dogs: public }\naddressLimit: { requests: 10, unit: second }'),
      ],
      findings: [],
    },
    {
      title: 'An operation that is public like all others',
      severity: 'warning',
      edits: [declare('access: public\noperationAccess: { GET /dogs: public }')],
      findings: [
        'apis/dog_park/v1/api.yaml:9:1 The entries under operationAccess have no effect, since every operation of DogPark/v1 is public.',
      ],
    },
    {
      title: 'A misspelled path',
      severity: 'warning',
      edits: [declare('operationAccess:\n  GET /dog: public')],
      findings: ['apis/dog_park/v1/api.yaml:9:3 DogPark/v1 has no operation `GET /dog`.'],
    },
  ],
  check: {
    api: (api, context) => {
      const known = referablePartsOfApi(api)?.operationNames.map(([name = '']) => name);
      if (known) checkNames(api, known, context);
      checkEffect(api, context);
      checkLimit(api, known, context);
      checkEndpoint(api, context);
    },
  },
});

function checkNames(api: DeclaredApi, known: readonly string[], { report }: RuleContext): void {
  for (const name of Object.keys(api.value.operationAccess ?? {})) {
    if (known.includes(name)) continue;
    const at = placeOf(api.place, 'operationAccess', name);
    report({ at, ...unknownOperation(api, name, known, 'Name it by its method and path: `GET /path`.') });
  }
}

function checkEffect({ value, place }: DeclaredApi, { report }: RuleContext): void {
  if (!value.access || !value.operationAccess) return;
  report({
    at: placeOf(place, 'operationAccess'),
    part: 'key',
    atMost: 'warning',
    message: `The entries under operationAccess have no effect, since every operation of ${apiKey(value)} is public.`,
    help: 'Remove `operationAccess`, or remove `access` to open only the operations that it names.',
  });
}

/** Reports an address limit without public operations. `known` is undefined if the document could not be read. */
function checkLimit(
  { value, place }: DeclaredApi,
  known: readonly string[] | undefined,
  { report }: RuleContext,
): void {
  const declared = Object.keys(value.operationAccess ?? {});
  if (!value.addressLimit || value.access || declared.some((name) => !known || known.includes(name))) return;
  report({
    at: placeOf(place, 'addressLimit'),
    part: 'key',
    // Only a warning, so that the last public operation can be removed at any time.
    atMost: 'warning',
    message: `${apiKey(value)} has a limit for each client address, but no public operation.`,
    help: 'Remove it, or declare public operations under `operationAccess`, or all of them by `access: public`.',
  });
}

/** Reports public operations without a production endpoint: calls without a token never reach the sandbox endpoint. */
function checkEndpoint(api: DeclaredApi, { deployments, report }: NodeContext): void {
  const { value, place } = api;
  const hasPublic = value.access !== undefined || Object.keys(value.operationAccess ?? {}).length > 0;
  if (!hasPublic || !isLive(value)) return;
  const where = withoutProduction(api, deployments);
  if (where === undefined) return;
  report({
    at: placeOf(place, value.access ? 'access' : 'operationAccess'),
    part: 'key',
    // Only a warning, so that an endpoint can be removed at any time.
    atMost: 'warning',
    message: `${apiKey(value)} has public operations, but no production endpoint${where}, which answers all their calls.`,
    help: 'Add `production: { url: … }` under `endpoints`.',
  });
}
