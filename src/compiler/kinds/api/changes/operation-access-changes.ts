import type { CompiledApi, CompiledOperation } from '#compiled/compiled-api.ts';
import { affect } from '#compiler/plan/consumers/affect.ts';
import type { Consumers } from '#compiler/plan/consumers/consumers.ts';
import { declarationChange, type FoundChange } from '#compiler/plan/declarations/declaration-change.ts';
import { findReopenedPaths, type ReopenedPath } from '#compiler/plan/declarations/find-reopened-paths.ts';
import {
  findProtectedOperations,
  matchCompiledOperations,
  nameOperation,
} from '#compiler/plan/declarations/match-compiled-operations.ts';
import { describeLimit, describeLimitChange } from '#compiler/plan/wording/describe-quantity.ts';

/**
 * The changes for operations that became public, including new operations and removed paths that a public path matches,
 * and for operations that now require a token. A change of `access` of the API is a separate change.
 */
export function operationAccessChanges(
  api: string,
  base: CompiledApi,
  head: CompiledApi,
  consumers: Consumers,
): readonly FoundChange[] {
  const isOne = base.access !== head.access;
  const became = isOne && head.access ? [] : findOpened(base, head);
  const closed = isOne && base.access ? [] : findProtectedOperations(base, head);
  // The comparison of the contracts reports removed operations.
  return [
    ...[...became, ...findReopenedPaths(base, head)].map((path) => becamePublic(api, path, head, consumers)),
    ...closed.map(([old]) => becameProtected(api, nameOperation(old), consumers)),
  ];
}

function findOpened(base: CompiledApi, head: CompiledApi): readonly ReopenedPath[] {
  const { pairs, added } = matchCompiledOperations(base, head);
  const closed = pairs.flatMap(([old, now]) => (isPublic(old) ? [] : [now]));
  const opened = [...closed, ...added].filter(isPublic).map(nameOperation);
  return opened.map((operation) => ({ operation, by: operation }));
}

function becamePublic(
  api: string,
  { operation, by }: ReopenedPath,
  { access, addressLimit: limit }: CompiledApi,
  consumers: Consumers,
): FoundChange {
  const cause = by === operation ? '' : `, since its path was removed and the public ${by} matches it`;
  const effect =
    `calls ${operation} of ${api} like everyone: at the production endpoint, ` +
    'within the limit of its address, and without being identified';
  return declarationChange({
    id: 'operation-became-public',
    subject: { kind: 'Api', name: api },
    message: `${api}: everyone can call ${operation} without a token, ${describeLimit(limit)} from one address${cause}`,
    path: ['operationAccess', operation],
    writtenAt: access ? ['access'] : ['operationAccess', by],
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

/**
 * The change of the address limit if there are public operations before and after. Otherwise the changes of access
 * include the limit.
 */
export function addressLimitChanges(
  api: string,
  base: CompiledApi,
  head: CompiledApi,
): readonly FoundChange[] {
  if (!base.operations.some(isPublic) || !head.operations.some(isPublic)) return [];
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

function isPublic({ access }: CompiledOperation): boolean {
  return access === 'public';
}
