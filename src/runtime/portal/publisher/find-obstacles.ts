import { compareVersions } from '#compiled/names/compare-versions.ts';
import type { LifecycleState, ManifestApi } from '#compiled/manifest.ts';
import type { ApiReport } from '#compiled/api-report.ts';
import { showDay } from '#runtime/pages/show-day.ts';

/** A change of the state of an API version that its owner can propose. */
export type LifecycleStep = 'publish' | 'deprecate' | 'retire';

/** What a step of the lifecycle has to wait for. */
export type Obstacle =
  | { readonly code: 'not_deprecated' | 'no_successor' | 'no_sunset' }
  | {
      readonly code: 'subscribed';
      readonly applications: readonly string[];
      /** Those of them that called lately; undefined if that is not known. */
      readonly calling: readonly string[] | undefined;
    }
  | { readonly code: 'successor_not_published'; readonly successor: string }
  | { readonly code: 'before_sunset'; readonly sunset: string }
  | { readonly code: 'live_versions'; readonly versions: readonly string[] }
  | { readonly code: 'lint_errors'; readonly count: number };

/** The rules that forbid a step; other obstacles are advice. */
export const forbiddingRules: Readonly<Partial<Record<Obstacle['code'], string>>> = {
  not_deprecated: 'lifecycle-order',
  subscribed: 'removed-without-deprecation',
  live_versions: 'live-versions-rise',
};

export interface LifecycleFacts {
  readonly entry: ManifestApi;
  /** All versions of the API. */
  readonly versions: readonly ManifestApi[];
  /** All APIs, by context and version: `dog_park/v1`. */
  readonly stateOf: (address: string) => LifecycleState | undefined;
  readonly applications: readonly string[];
  readonly calling: readonly string[] | undefined;
  /** What the sources say; undefined if that is not known. */
  readonly report: ApiReport | undefined;
  /** In milliseconds since 1970. */
  readonly now: number;
}

/** The steps that come next, each with what it has to wait for. */
export function findNextSteps(
  facts: LifecycleFacts,
): readonly { readonly step: LifecycleStep; readonly obstacles: readonly Obstacle[] }[] {
  return stepsFrom(facts.entry).map((step) => ({ step, obstacles: findObstacles[step](facts) }));
}

/** A blocked version counts as deprecated if it has a deprecation, and as published otherwise. */
function stepsFrom({ state, deprecation }: ManifestApi): readonly LifecycleStep[] {
  if (state === 'created') return ['publish'];
  if (state === 'retired') return [];
  return state === 'deprecated' || (state === 'blocked' && deprecation)
    ? ['retire']
    : ['deprecate', 'retire'];
}

const findObstacles: Readonly<Record<LifecycleStep, (facts: LifecycleFacts) => readonly Obstacle[]>> = {
  publish: ({ versions, report }) => [
    ...findLiveVersions(versions),
    ...(report && report.findings.error > 0
      ? [{ code: 'lint_errors' as const, count: report.findings.error }]
      : []),
  ],
  deprecate: ({ entry, versions }) => (hasLaterVersion(entry, versions) ? [] : [{ code: 'no_successor' }]),
  retire: (facts) => [
    ...(stepsFrom(facts.entry).includes('deprecate') ? [{ code: 'not_deprecated' as const }] : []),
    ...findSubscribers(facts),
    ...findWaitingCallers(facts),
  ],
};

function findLiveVersions(versions: readonly ManifestApi[]): readonly Obstacle[] {
  const live = versions.filter(({ state }) => state !== 'created' && state !== 'retired');
  return live.length < 2 ? [] : [{ code: 'live_versions', versions: live.map(({ version }) => version) }];
}

function hasLaterVersion({ version }: ManifestApi, versions: readonly ManifestApi[]): boolean {
  return versions.some((other) => other.state === 'published' && compareVersions(other.version, version) > 0);
}

function findSubscribers({ applications, calling }: LifecycleFacts): readonly Obstacle[] {
  return applications.length === 0 ? [] : [{ code: 'subscribed', applications, calling }];
}

/** What was announced to the callers of a deprecated version. */
function findWaitingCallers({ entry: { deprecation }, stateOf, now }: LifecycleFacts): readonly Obstacle[] {
  if (!deprecation) return [];
  const { sunset, successor } = deprecation;
  const obstacles: Obstacle[] = [];
  if (successor !== undefined && stateOf(successor) !== 'published')
    obstacles.push({ code: 'successor_not_published', successor });
  if (sunset === undefined) obstacles.push({ code: 'no_sunset' });
  else if (sunset * 1000 > now) obstacles.push({ code: 'before_sunset', sunset: showDay(sunset) });
  return obstacles;
}
