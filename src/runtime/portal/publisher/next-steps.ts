import type { LifecycleState, ManifestApi } from '#compiled/manifest.ts';
import { compareVersions } from '#compiled/names/compare-versions.ts';
import type { ApiReport } from '#compiled/api-report.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { describeDay } from '#runtime/pages/show-day.ts';
import { renderBadge } from '../pages/badge.ts';
import { texts } from '../texts/texts.ts';
import { pathOfForm } from '../visit/paths.ts';
import type { Portal } from '../visit/portal.ts';
import type { OwnedVersion } from './owned-versions.ts';

const { steps: words } = texts.publisher;

/** A lifecycle change of an API version that its owner can make. */
type LifecycleStep = 'publish' | 'deprecate' | 'retire';

/** Something that must be resolved before a lifecycle step. */
type Obstacle =
  | { readonly code: 'not_deprecated' | 'no_successor' | 'no_sunset' }
  | {
      readonly code: 'subscribed';
      readonly applications: readonly string[];
      /** The subscribed applications with recent calls; undefined if unknown. */
      readonly calling: readonly string[] | undefined;
      /** Names under which applications have called that have no subscription now, as after a rename; empty if unknown. */
      readonly former: readonly string[];
    }
  | { readonly code: 'successor_not_published'; readonly successor: string }
  | { readonly code: 'before_sunset'; readonly sunset: string }
  | { readonly code: 'live_versions'; readonly versions: readonly string[] }
  | { readonly code: 'lint_errors'; readonly count: number };

/** The rules that forbid a step because of an obstacle. All other obstacles are only advice. */
export const forbiddingRules: Readonly<Partial<Record<Obstacle['code'], string>>> = {
  not_deprecated: 'lifecycle-order',
  subscribed: 'removed-without-deprecation',
  live_versions: 'live-versions-rise',
};

export interface LifecycleFacts {
  readonly entry: ManifestApi;
  /** All versions of the API. */
  readonly versions: readonly ManifestApi[];
  /** The state of any API version, by context and version: `dog_park/v1`. */
  readonly stateOf: (address: string) => LifecycleState | undefined;
  readonly applications: readonly string[];
  readonly calling: readonly string[] | undefined;
  readonly former: readonly string[];
  /** The report on the sources; undefined if unknown. */
  readonly report: ApiReport | undefined;
  /** In milliseconds since 1970. */
  readonly now: number;
}

/** The next lifecycle steps, each with its obstacles. */
export function findNextSteps(
  facts: LifecycleFacts,
): readonly { readonly step: LifecycleStep; readonly obstacles: readonly Obstacle[] }[] {
  return stepsFrom(facts.entry).map((step) => ({ step, obstacles: findObstacles[step](facts) }));
}

/**
 * The next steps from a state. A blocked version counts as deprecated if it has a deprecation, and otherwise as
 * published.
 */
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

function findSubscribers({ applications, calling, former }: LifecycleFacts): readonly Obstacle[] {
  return applications.length === 0 ? [] : [{ code: 'subscribed', applications, calling, former }];
}

/** Obstacles because of the deprecation that was announced to callers. */
function findWaitingCallers({ entry: { deprecation }, stateOf, now }: LifecycleFacts): readonly Obstacle[] {
  if (!deprecation) return [];
  const { sunset, successor } = deprecation;
  const found: Obstacle[] = [];
  if (successor !== undefined && stateOf(successor) !== 'published')
    found.push({ code: 'successor_not_published', successor });
  if (sunset === undefined) found.push({ code: 'no_sunset' });
  else if (sunset * 1000 > now) found.push({ code: 'before_sunset', sunset: describeDay(sunset) });
  return found;
}

const obstacles: {
  readonly [Code in Obstacle['code']]: (one: Extract<Obstacle, { readonly code: Code }>) => string;
} = texts.publisher.obstacles;

/** The next lifecycle steps, with their obstacles and the forms that propose them. */
export function renderNextSteps(portal: Portal, { key, entry }: OwnedVersion, facts: LifecycleFacts): Html {
  const steps = findNextSteps(facts);
  return html`<section class="stack tight">
    <h2>${words.title}</h2>
    ${portal.makesProposals ? undefined : html`<p class="notice">${words.noForms}</p>`}
    ${entry.state === 'retired' ? html`<p>${words.retired}</p>` : undefined}
    <ul class="cards grid">
      ${steps.map(({ step, obstacles: found }) => renderStep(portal, key, step, found))}
      ${changesOf(entry).map((change) => renderChange(portal, key, change))} ${renderNewVersion(portal, key)}
    </ul>
  </section>`;
}

function renderStep(portal: Portal, key: string, step: LifecycleStep, found: readonly Obstacle[]): Html {
  return html`<li class="card">
    <h3>${words[step].title}</h3>
    ${
      found.length === 0
        ? html`<p>${words[step].free}</p>`
        : html`<ul class="obstacles stack tight">
            ${found.map(renderObstacle)}
          </ul>`
    }
    ${isForbidden(found) ? undefined : renderLink(portal, step, key, words[step].form)}
  </li>`;
}

/** A form is offered only for a step that no rule forbids. */
function isForbidden(found: readonly Obstacle[]): boolean {
  return found.some(({ code }) => forbiddingRules[code] !== undefined);
}

function renderObstacle(obstacle: Obstacle): Html {
  const rule = forbiddingRules[obstacle.code];
  return html`<li>
    ${rule === undefined ? renderBadge(words.advice, 'warning') : renderBadge(words.forbidden, 'alert')}
    <bdi>${describeObstacle(obstacle)}</bdi>
    ${rule === undefined ? undefined : html`<span class="quiet small">${words.rule}: <code>${rule}</code></span>`}
  </li>`;
}

/** Describes an obstacle. The casts are needed because TypeScript cannot match the function to the obstacle's code. */
function describeObstacle(obstacle: Obstacle): string {
  const describe: (one: never) => string = obstacles[obstacle.code];
  return describe(obstacle as never);
}

/** What its owner can change in a version at any time, or while it is in this state. */
type VersionChange = 'block' | 'unblock' | 'details' | 'document';

function changesOf({ state }: ManifestApi): readonly VersionChange[] {
  const always = ['details', 'document'] as const;
  if (state === 'blocked') return ['unblock', ...always];
  return state === 'published' || state === 'deprecated' ? ['block', ...always] : always;
}

function renderChange(portal: Portal, key: string, change: VersionChange): Html {
  return html`<li class="card">
    <h3>${words[change].title}</h3>
    <p>${words[change].advice}</p>
    ${renderLink(portal, change, key, words[change].form)}
  </li>`;
}

function renderNewVersion(portal: Portal, key: string): Html {
  return html`<li class="card">
    <h3>${words.newVersion.title}</h3>
    <p>${words.newVersionAdvice}</p>
    ${renderLink(portal, 'version', key, words.newVersion.form)}
  </li>`;
}

function renderLink(
  { makesProposals, addresses }: Portal,
  form: LifecycleStep | VersionChange | 'version',
  key: string,
  text: string,
): Html | undefined {
  if (!makesProposals) return undefined;
  return html`<p>
    <a class="button quiet" href="${pathOfForm(addresses, form, { api: key })}">${text}</a>
  </p>`;
}
