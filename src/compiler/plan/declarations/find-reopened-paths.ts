import type { CompiledApi, CompiledOperation } from '#compiled/compiled-api.ts';
import { shapeOfPath } from '#openapi/path-segment.ts';
import { matchCompiledOperations, nameOperation } from './match-compiled-operations.ts';
import { findTemplate, overlapOf } from './overlap-of-paths.ts';

/** A removed path whose calls needed a token, or matched no operation, and now reach a public operation. */
export interface ReopenedPath {
  /** The method and the removed path. */
  readonly operation: string;
  /** The public operation that now matches the path. */
  readonly by: string;
}

/** The removed paths of an API whose calls now reach an operation that was public and still is. */
export function findReopenedPaths(base: CompiledApi, head: CompiledApi): readonly ReopenedPath[] {
  const [before, after] = [base, head].map(templatesOf);
  const remaining = new Set((after ?? []).map(shapeOfPath));
  const removed = (before ?? []).filter((template) => !remaining.has(shapeOfPath(template)));
  if (removed.length === 0) return [];
  const stillPublic = matchCompiledOperations(base, head).pairs.flatMap(([old, now]) =>
    old.access === 'public' && now.access === 'public' ? [now] : [],
  );
  const wasPublic = new Set(base.operations.filter(({ access }) => access === 'public').map(nameOperation));
  const found = removed.flatMap((template) =>
    stillPublic
      .filter((operation) => takesOver(operation, template, before ?? [], after ?? []))
      .map((operation) => ({
        operation: `${operation.method} ${template}`,
        by: nameOperation(operation),
      })),
  );
  const closed = found.filter(({ operation }) => !wasPublic.has(operation));
  return [...new Map(closed.map((one) => [one.operation, one])).values()];
}

function templatesOf({ operations }: CompiledApi): readonly string[] {
  return [...new Set(operations.map(({ path }) => path))];
}

/** Whether some calls were routed to the removed template and are now routed to the operation. */
function takesOver(
  { path }: CompiledOperation,
  removed: string,
  before: readonly string[],
  after: readonly string[],
): boolean {
  const common = overlapOf(removed, path);
  if (common === undefined || findTemplate(before, common) !== removed) return false;
  const winner = findTemplate(after, common);
  return winner !== undefined && shapeOfPath(winner) === shapeOfPath(path);
}
