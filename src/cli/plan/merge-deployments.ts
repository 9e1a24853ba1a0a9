import type { EvaluatedDeployment } from './evaluate-deployment.ts';
import type { ApprovedFinding, Destination, LocatedChange, PlanFinding } from './plan-report.ts';

type Deployments = readonly EvaluatedDeployment[];

/**
 * The changes of all deployments, each once; a new API lists where its calls go in each deployment. A new deployment
 * adds everything, so only its own settings are listed if there are other deployments.
 */
export function mergeChanges(all: Deployments): readonly LocatedChange[] {
  const listOf = ({ isNew, changes }: EvaluatedDeployment) =>
    isNew && all.length > 1 ? changes.filter(({ subject }) => subject.kind === 'Gateway') : changes;
  return merge(all, listOf, addToChange, withoutDestinations);
}

function addToChange(change: LocatedChange, found: FoundIn<LocatedChange>, count: number): LocatedChange {
  const callsGoTo = mergeDestinations(found);
  return { ...change, ...(callsGoTo.length > 0 && { callsGoTo }), ...namesOf(found, count) };
}

function withoutDestinations(change: LocatedChange): object {
  const { callsGoTo: _, ...rest } = change;
  return rest;
}

/**
 * The destinations of calls, each once, production first. A destination names its deployments unless all deployments
 * with the change have it.
 */
function mergeDestinations(found: FoundIn<LocatedChange>): readonly Destination[] {
  const all = found.flatMap(({ item: { callsGoTo = [] }, deployment }) =>
    callsGoTo.map((item) => ({ item, deployment })),
  );
  const groups = Map.groupBy(all, ({ item }) => JSON.stringify(item));
  const merged = [...groups.values()].flatMap((same) =>
    same.slice(0, 1).map(({ item }) => ({ ...item, ...namesOf(same, found.length) })),
  );
  return merged.toSorted((a, b) => (a.keySet === b.keySet ? 0 : a.keySet === 'production' ? -1 : 1));
}

/**
 * The findings of all deployments, each once, with the fingerprints that its approval needs in every deployment. An
 * approval is reported as unused only if no deployment uses it.
 */
export function mergeFindings(all: Deployments): readonly PlanFinding[] {
  const merged = merge(all, ({ findings }) => findings, addToFinding, withoutFingerprints);
  return merged.filter(({ code, deployments }) => code !== 'approval-unused' || deployments === undefined);
}

/** The approved findings of all deployments, each once. */
export function mergeApproved(all: Deployments): readonly ApprovedFinding[] {
  return merge(
    all,
    ({ approved }) => approved,
    ({ finding, ...rest }, found) => ({
      ...rest,
      finding: addToFinding(
        finding,
        found.map((one) => ({ ...one, item: one.item.finding })),
        all.length,
      ),
    }),
    ({ finding, ...rest }) => ({ ...rest, finding: withoutFingerprints(finding) }),
  );
}

function addToFinding(finding: PlanFinding, found: FoundIn<PlanFinding>, count: number): PlanFinding {
  const changes = [...new Set(found.flatMap(({ item }) => item.changes ?? []))];
  return { ...finding, ...(finding.changes && { changes }), ...namesOf(found, count) };
}

function withoutFingerprints(finding: PlanFinding): object {
  const { changes: _, ...rest } = finding;
  return rest;
}

type FoundIn<Item> = readonly { readonly item: Item; readonly deployment: string }[];

function namesOf(found: FoundIn<unknown>, count: number): { readonly deployments?: readonly string[] } {
  return found.length < count ? { deployments: found.map(({ deployment }) => deployment) } : {};
}

/** The items of all deployments in the order of their first occurrence; items with the same key are merged. */
function merge<Item extends object>(
  all: Deployments,
  listOf: (one: EvaluatedDeployment) => readonly Item[],
  add: (item: Item, found: FoundIn<Item>, count: number) => Item,
  keyOf: (item: Item) => object = (item) => item,
): readonly Item[] {
  const known = new Map<string, { readonly item: Item; readonly deployment: string }[]>();
  for (const one of all) {
    for (const item of listOf(one)) {
      const key = all.length === 1 ? String(known.size) : JSON.stringify(keyOf(item));
      const found = { item, deployment: one.deployment };
      known.set(key, [...(known.get(key) ?? []), found]);
    }
  }
  return [...known.values()].flatMap((found) => (found[0] ? [add(found[0].item, found, all.length)] : []));
}
