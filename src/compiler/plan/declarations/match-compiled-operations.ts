import type { CompiledApi, CompiledOperation } from '#compiled/compiled-api.ts';
import { matchOperations, type MatchedOperations } from './match-operations.ts';

/** Pairs the operations of two states of an API in the same way as the comparison of their contracts. */
export function matchCompiledOperations(
  base: CompiledApi,
  head: CompiledApi,
): MatchedOperations<CompiledOperation> {
  return matchOperations(base.operations, head.operations, ({ method, path }) => ({
    method,
    template: path,
  }));
}

/** The name of an operation in a declaration: `GET /dogs`. */
export function nameOperation({ method, path }: CompiledOperation): string {
  return `${method} ${path}`;
}

/** Pairs of operations that were public in base and are not in head. */
export function findProtectedOperations(base: CompiledApi, head: CompiledApi) {
  return matchCompiledOperations(base, head).pairs.filter(
    ([before, after]) => before.access === 'public' && after.access !== 'public',
  );
}
