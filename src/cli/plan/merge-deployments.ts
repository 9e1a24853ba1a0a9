import type { EvaluatedDeployment } from './evaluate-deployment.ts';
import type { ApprovedFinding, LocatedChange, PlanFinding } from './plan-report.ts';

type Deployments = readonly EvaluatedDeployment[];

/**
 * The changes of all deployments, each once. A new deployment adds everything, of which only its own settings are
 * listed if there are others.
 */
export function mergeChanges(all: Deployments): readonly LocatedChange[] {
  const listOf = ({ isNew, changes }: EvaluatedDeployment) =>
    isNew && all.length > 1 ? changes.filter(({ subject }) => subject.kind === 'Gateway') : changes;
  return merge(all, listOf, (change, names) => ({ ...change, ...names }));
}

/** The findings of all deployments, each once; an approval is unused only if no deployment uses it. */
export function mergeFindings(all: Deployments): readonly PlanFinding[] {
  const merged = merge(
    all,
    ({ findings }) => findings,
    (finding, names): PlanFinding => ({ ...finding, ...names }),
  );
  return merged.filter(({ code, deployments }) => code !== 'approval-unused' || deployments === undefined);
}

/** The approved findings of all deployments, each once. */
export function mergeApproved(all: Deployments): readonly ApprovedFinding[] {
  return merge(
    all,
    ({ approved }) => approved,
    (one, names) => ({ ...one, finding: { ...one.finding, ...names } }),
  );
}

/** The items of all deployments in the order in which they are found, with the deployments of those that are not in all. */
function merge<Item extends object>(
  all: Deployments,
  listOf: (one: EvaluatedDeployment) => readonly Item[],
  add: (item: Item, names: { readonly deployments?: readonly string[] }) => Item,
): readonly Item[] {
  const known = new Map<string, { readonly item: Item; readonly names: string[] }>();
  for (const one of all) {
    for (const item of listOf(one)) {
      const key = all.length === 1 ? String(known.size) : JSON.stringify(item);
      const found = known.get(key) ?? { item, names: [] };
      found.names.push(one.deployment);
      known.set(key, found);
    }
  }
  return [...known.values()].map(({ item, names }) =>
    add(item, names.length < all.length ? { deployments: names } : {}),
  );
}
