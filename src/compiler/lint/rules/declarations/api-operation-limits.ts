import { placeOf } from '#source/place.ts';
import { unknownOperation } from './parts/unknown-operation.ts';
import { defineRule, type RuleContext } from '#compiler/rule/define-rule.ts';
import { editApi, editDefinition } from '#compiler/rule/example-edits.ts';
import { referablePartsOfApi } from '#compiler/workspace/referable-parts.ts';
import type { DeclaredApi } from '#compiler/workspace/workspace.ts';

const limit = '{ requests: 10, unit: second }';
const limitOperations = (...names: readonly string[]) =>
  editApi(
    'endpoints:',
    `operationLimits:\n${names.map((name) => `  ${name}: ${limit}\n`).join('')}endpoints:`,
  );
const nameOperation = editDefinition(
  'summary: Registers a dog.',
  'summary: Registers a dog.\n      operationId: registerDog',
);

export const apiOperationLimits = defineRule({
  name: 'api-operation-limits',
  section: '8',
  severity: 'error',
  group: 'integrity',
  summary:
    'Each operation limit names an operation of the OpenAPI document, and each operation has at most one limit.',
  why: 'A limit for an operation that does not exist has no effect, and two limits for one operation contradict each other.',
  examples: [
    { title: 'A method and a path', edits: [limitOperations('GET /dogs/{dogId}')], findings: [] },
    {
      title: 'A misspelled path, and an operationId that does not exist',
      severity: 'warning',
      edits: [nameOperation, limitOperations('GET /dogs/{id}', 'registerDogs')],
      findings: [
        'apis/dog_park/v1/api.yaml:9:3 DogPark/v1 has no operation `GET /dogs/{id}`.',
        'apis/dog_park/v1/api.yaml:10:3 DogPark/v1 has no operation `registerDogs`.',
      ],
    },
    {
      title: 'Two limits for one operation',
      edits: [nameOperation, limitOperations('POST /dogs', 'registerDog')],
      findings: [
        'apis/dog_park/v1/api.yaml:10:3 The limit of `registerDog` applies to the same operation as the limit of `POST /dogs`.',
      ],
    },
  ],
  check: { api: checkNames },
});

/** Reports the limits that name no operation of the document, or one that another limit names too. */
function checkNames(api: DeclaredApi, { report }: RuleContext): void {
  const names = Object.keys(api.value.operationLimits ?? {});
  const operations = names.length > 0 ? referablePartsOfApi(api)?.operationNames : undefined;
  if (!operations) return;
  const limited = new Map<readonly string[], string>();
  for (const name of names) {
    const at = placeOf(api.place, 'operationLimits', name);
    const operation = operations.find((known) => known.includes(name));
    const other = operation && limited.get(operation);
    if (!operation) {
      const otherwise = 'Name it as `GET /path`, or by its operationId.';
      report({ at, ...unknownOperation(api, name, operations.flat(), otherwise) });
    } else if (other !== undefined) report({ at, part: 'key', ...repeated(name, other) });
    if (operation) limited.set(operation, name);
  }
}

function repeated(name: string, other: string) {
  return {
    message: `The limit of \`${name}\` applies to the same operation as the limit of \`${other}\`.`,
    help: 'Remove one of them.',
  };
}
