import type { CompiledApi, CompiledOperation } from '#compiled/compiled-api.ts';
import { matchOperations, type MatchedOperations } from './match-operations.ts';

/** The operations of two states of an API, paired as the comparison of their contracts pairs them. */
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

/** The operations of both states that were public and are not, each as it was and as it is. */
export function findProtectedOperations(base: CompiledApi, head: CompiledApi) {
  return matchCompiledOperations(base, head).pairs.filter(
    ([before, after]) => before.access === 'public' && after.access !== 'public',
  );
}
