import { apiKey } from '#compiled/api-key.ts';
import type { CompiledApi } from '#compiled/compiled-api.ts';
import { affect } from '#compiler/plan/consumers/affect.ts';
import type { Consumers } from '#compiler/plan/consumers/consumers.ts';
import { declarationChange, type FoundChange } from '#compiler/plan/declarations/declaration-change.ts';
import {
  findProtectedOperations,
  nameOperation,
} from '#compiler/plan/declarations/match-compiled-operations.ts';
import { describeLimit } from '#compiler/plan/wording/describe-quantity.ts';
import { nameSome } from '#compiler/plan/wording/describe-value.ts';

/** The change if `access` was added, which makes all operations public, or was removed. */
export function apiAccessChange(before: CompiledApi, after: CompiledApi, consumers: Consumers): FoundChange {
  return after.access === 'public'
    ? becamePublic(after, consumers)
    : becameProtected(before, after, consumers);
}

function becamePublic(after: CompiledApi, consumers: Consumers): FoundChange {
  const api = apiKey(after);
  const effect =
    `calls every operation of ${api} like everyone: at the production endpoint, ` +
    'within the limit of its address, and without being identified';
  return declarationChange({
    id: 'api-became-public',
    subject: { kind: 'Api', name: api },
    message:
      `${api}: everyone can call every operation, including future ones, without a token, ` +
      `${describeLimit(after.addressLimit)} from one address`,
    path: ['access'],
    after: 'public',
    affected: affect(consumers.callersOf(api, 'both'), effect),
  });
}

/** Operations that `operationAccess` declares may stay public. */
function becameProtected(before: CompiledApi, after: CompiledApi, consumers: Consumers): FoundChange {
  const api = apiKey(after);
  const names = findProtectedOperations(before, after).map(([old]) => nameOperation(old));
  const effect = `must send a token to call ${nameSome(names)} of ${api}`;
  return declarationChange({
    id: 'api-became-protected',
    subject: { kind: 'Api', name: api },
    message: `${api}: ${describeProtected(names)}`,
    path: ['access'],
    before: 'public',
    affected: names.length === 0 ? [] : affect(consumers.callersOf(api, 'both'), effect),
  });
}

function describeProtected(names: readonly string[]): string {
  if (names.length === 0) return 'operations that its document gains will require a token';
  const verb = names.length === 1 ? 'requires' : 'require';
  return `${nameSome(names)} ${verb} a token, which callers without a subscription cannot get`;
}
