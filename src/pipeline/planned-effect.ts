import { apiKey } from '#compiled/api-key.ts';
import type { Manifest } from '#compiled/manifest.ts';
import { owns, type OwnerNames } from '#compiled/ownership.ts';
import type { PlanVerdict } from '#compiler/plan/approvals/apply-approvals.ts';
import type { Plan } from '#compiler/plan/change.ts';
import type { NewVersion } from '#compiler/plan/history/new-versions.ts';
import { plan } from '#compiler/plan/plan.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import {
  compareNewVersions,
  compareVersion,
  evaluateComparison,
  type Comparison,
  type Side,
} from './compare.ts';
import { groupByEffect, type ComparedContracts } from './compare-contracts.ts';

/** What changes from a base to edited sources. */
export interface PlannedEffect {
  /** The diagnostics that the base does not have. */
  readonly diagnostics: readonly Diagnostic[];
  /** Absent if errors prevent compiling. */
  readonly plan?: Plan;
  readonly verdict: PlanVerdict;
  /**
   * The new versions of APIs, each compared with the version that it follows, and a version whose document is replaced,
   * compared with itself.
   */
  readonly versions: readonly ComparedVersion[];
}

interface ComparedVersion {
  /** `DogPark/v2`. */
  readonly api: string;
  /** `DogPark/v1`; the same as `api` for a version whose document is replaced. */
  readonly previous: string;
  readonly changes: ComparedContracts;
  /** The applications with a subscription to the previous version, sorted. */
  readonly subscribers: readonly string[];
}

/**
 * Compares two states for a person, who sees the subscribers of their own APIs alone. `replaced` is the API version whose
 * document the change replaces (`DogPark/v1`), if it does.
 */
export function compareForPerson(
  base: Side,
  head: Side,
  person: OwnerNames | undefined,
  replaced?: string,
): PlannedEffect {
  const diagnostics = newDiagnostics(base, head);
  if (!base.compiled || !head.compiled)
    return { diagnostics, verdict: { lowered: [], findings: [], approved: [] }, versions: [] };
  const found = plan(base.compiled, head.compiled);
  const comparison = { base, head, plan: found };
  const { subscriptions } = head.compiled.manifest;
  return {
    diagnostics,
    plan: found,
    verdict: evaluateComparison(comparison),
    versions: [
      ...compareNewVersions(comparison).flatMap(
        (version) => followPrevious(version, subscriptions, person) ?? [],
      ),
      ...(replaced === undefined ? [] : compareReplaced(comparison, replaced, person)),
    ],
  };
}

/** The diagnostics of a state that another does not have. */
export function newDiagnostics(
  base: Pick<Side, 'diagnostics'>,
  head: Pick<Side, 'diagnostics'>,
): readonly Diagnostic[] {
  const known = new Set(base.diagnostics.map(identify));
  return head.diagnostics.filter((diagnostic) => !known.has(identify(diagnostic)));
}

/** A version whose document a change replaces, compared with itself; empty if the person does not own it. */
function compareReplaced(
  comparison: Comparison,
  api: string,
  person: OwnerNames | undefined,
): readonly ComparedVersion[] {
  const { compiled, workspace } = comparison.base;
  const found = workspace?.apis.find(({ value }) => apiKey(value) === api);
  if (!compiled || !found || !person || !owns(person, found.value.owner)) return [];
  const changes = groupByEffect(compareVersion(comparison, api));
  return [{ api, previous: api, changes, subscribers: subscribersOf(api, compiled.manifest.subscriptions) }];
}

/** The applications with a subscription to a version, sorted. */
function subscribersOf(key: string, subscriptions: Manifest['subscriptions']): readonly string[] {
  return subscriptions
    .filter(({ api }) => api === key)
    .map(({ application }) => application)
    .toSorted();
}

/** Undefined if the person may not see the previous version; its subscribers are shown to its owners alone. */
function followPrevious(
  { api, previous, changes }: NewVersion,
  subscriptions: Manifest['subscriptions'],
  person: OwnerNames | undefined,
): ComparedVersion | undefined {
  const isOwn = person !== undefined && owns(person, previous.value.owner);
  if (!isOwn && previous.value.visibility === 'owners') return undefined;
  const followed = apiKey(previous.value);
  return {
    api: apiKey(api.value),
    previous: followed,
    changes: groupByEffect(changes),
    subscribers: isOwn ? subscribersOf(followed, subscriptions) : [],
  };
}

/** Identifies a diagnostic without its line, since lines move. */
function identify({ code, message, at }: Diagnostic): string {
  return JSON.stringify([code, message, at.file, at.pointer]);
}
