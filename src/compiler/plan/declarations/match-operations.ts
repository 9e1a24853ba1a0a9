import { shapeOfPath } from '#openapi/path-segment.ts';

/** An operation of a document or of a route table, by its method and the template of its path. */
interface NamedOperation {
  readonly method: string;
  readonly template: string;
}

export interface MatchedOperations<Operation> {
  readonly pairs: readonly (readonly [base: Operation, head: Operation])[];
  readonly removed: readonly Operation[];
  readonly added: readonly Operation[];
}

/** Matches operations by method and path, then by method and paths that differ only in the names of parameters. */
export function matchOperations<Operation extends object>(
  before: readonly Operation[],
  after: readonly Operation[],
  describe: (operation: Operation) => NamedOperation,
): MatchedOperations<Operation> {
  const nameOf = (operation: Operation) => join(describe(operation));
  const shapeIn = (operation: Operation) => {
    const { method, template } = describe(operation);
    return join({ method, template: shapeOfPath(template) });
  };
  const exact = new Map(after.map((operation) => [nameOf(operation), operation]));
  const names = new Set(before.map(nameOf));
  const renamed = after.filter((operation) => !names.has(nameOf(operation)));
  const alike = new Map(renamed.map((operation) => [shapeIn(operation), operation]));
  const pairs = before.flatMap((old) => {
    const now = exact.get(nameOf(old)) ?? alike.get(shapeIn(old));
    return now === undefined ? [] : [[old, now] as const];
  });
  const [remaining, found] = [new Set(pairs.map(([old]) => old)), new Set(pairs.map(([, now]) => now))];
  return {
    pairs,
    removed: before.filter((operation) => !remaining.has(operation)),
    added: after.filter((operation) => !found.has(operation)),
  };
}

function join({ method, template }: NamedOperation): string {
  return `${method} ${template}`;
}
