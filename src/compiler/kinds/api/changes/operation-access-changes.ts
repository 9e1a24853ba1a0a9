import type { CompiledApi } from '../../../../compiled/compiled-api.ts';
import { affect } from '../../../plan/consumers/affect.ts';
import type { Consumers } from '../../../plan/consumers/consumers.ts';
import { declarationChange, type FoundChange } from '../../../plan/declarations/declaration-change.ts';
import { describeLimit, describeLimitChange } from '../../../plan/wording/describe-quantity.ts';

/** The operations that became public, new ones included, and those that are no longer public. */
export function operationAccessChanges(
  api: string,
  base: CompiledApi,
  head: CompiledApi,
  consumers: Consumers,
): readonly FoundChange[] {
  const [before, after] = [publicOperationsOf(base), publicOperationsOf(head)];
  const kept = new Set(head.operations.map(nameOperation));
  const opened = [...after].filter((operation) => !before.has(operation));
  // The comparison of the contracts reports removed operations.
  const closed = [...before].filter((operation) => kept.has(operation) && !after.has(operation));
  return [
    ...opened.map((operation) => becamePublic(api, operation, head.addressLimit, consumers)),
    ...closed.map((operation) => becameProtected(api, operation, consumers)),
  ];
}

function becamePublic(
  api: string,
  operation: string,
  limit: CompiledApi['addressLimit'],
  consumers: Consumers,
): FoundChange {
  const effect =
    `calls ${operation} of ${api} like everyone: at the production endpoint, ` +
    'within the limit of its address, and without being identified';
  return declarationChange({
    id: 'operation-became-public',
    subject: { kind: 'Api', name: api },
    message: `${api}: everyone can call ${operation} without a token, ${describeLimit(limit)} from one address`,
    path: ['operationAccess', operation],
    after: 'public',
    affected: affect(consumers.callersOf(api, 'both'), effect),
  });
}

function becameProtected(api: string, operation: string, consumers: Consumers): FoundChange {
  const effect = `must send a token to call ${operation} of ${api}`;
  return declarationChange({
    id: 'operation-became-protected',
    subject: { kind: 'Api', name: api },
    message: `${api}: ${operation} requires a token, which callers without a subscription cannot get`,
    path: ['operationAccess', operation],
    before: 'public',
    affected: affect(consumers.callersOf(api, 'both'), effect),
  });
}

/** The limit of the first public operation, and the end of that of the last one, are part of these changes. */
export function addressLimitChanges(
  api: string,
  base: CompiledApi,
  head: CompiledApi,
): readonly FoundChange[] {
  if (publicOperationsOf(base).size === 0 || publicOperationsOf(head).size === 0) return [];
  const [before, after] = [base.addressLimit, head.addressLimit];
  const change = declarationChange({
    id: 'address-limit-changed',
    subject: { kind: 'Api', name: api },
    message: `${api}: calls of public operations from one address: ${describeLimitChange(before, after)}`,
    path: ['addressLimit'],
    before: before && { ...before },
    after: after && { ...after },
  });
  return [change];
}

function publicOperationsOf({ operations }: CompiledApi): ReadonlySet<string> {
  return new Set(operations.filter(({ access }) => access === 'public').map(nameOperation));
}

function nameOperation({ method, path }: CompiledApi['operations'][number]): string {
  return `${method} ${path}`;
}
