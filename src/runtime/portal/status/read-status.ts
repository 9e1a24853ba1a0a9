import { apiKey } from '#compiled/api-key.ts';
import type { CompiledApi } from '#compiled/compiled-api.ts';
import { forwardsCalls, type KeySetName, type ManifestApi } from '#compiled/manifest.ts';
import type { TargetState, TargetStates } from '#runtime/ports/status/target-states.ts';
import { startOfPeriod, usagePeriods, type UsageSeries } from '#runtime/ports/usage.ts';
import { sumUsage, unlessUnavailable } from '../usage/usage-counts.ts';
import type { Portal, PortalServices } from '../visit/portal.ts';
import { RememberedReadings } from './remembered-readings.ts';

/** How the service behind an API version answers at the moment. */
export interface ApiStatus {
  readonly kind: 'available' | 'degraded' | 'unavailable' | 'not-called' | 'unknown';
  /** The keys whose endpoint it is. */
  readonly keySet: KeySetName;
  /** The targets as declared, in their order; each without a state if the states could not be read. */
  readonly targets: readonly { readonly url: string; readonly state: TargetState | undefined }[];
  /** The number of targets that are not called for a while, or fail their health checks. */
  readonly failing: number;
  /** The calls of this hour and the one before that reached the service, or could not. */
  readonly calls: number;
  /** Those to which it responded with a 5xx status, or not at all. */
  readonly failures: number;
}

/** The share of failed calls from which a service is degraded. */
const degradedShare = 0.1;

const remembered = new WeakMap<PortalServices, RememberedReadings<ApiStatus>>();

/**
 * The status of an API version, read at most every ten seconds. Undefined if its calls are not forwarded. That of
 * sandbox keys if there are no others.
 */
export async function readStatus(
  portal: Portal,
  entry: ManifestApi,
  api: CompiledApi,
): Promise<ApiStatus | undefined> {
  const query = queryOf(portal, entry, api);
  return query && query.known.read(query.key, query.read);
}

/**
 * The status of an API version like that of `readStatus`, but the one before, or `unknown`, if reading it takes long because
 * a thread does not respond.
 */
export async function readStatusSoon(
  portal: Portal,
  entry: ManifestApi,
  api: CompiledApi,
): Promise<ApiStatus | undefined> {
  const query = queryOf(portal, entry, api);
  if (!query) return undefined;
  const status = await query.known.readSoon(query.key, query.read);
  const keySet = keySetOf(api);
  return status ?? { kind: 'unknown', keySet, targets: [], failing: 0, calls: 0, failures: 0 };
}

/** How the status is read, and where it is remembered; undefined if calls are not forwarded. */
function queryOf({ services }: Portal, entry: ManifestApi, api: CompiledApi) {
  const { production, sandbox } = api.endpoints;
  const endpoint = production ?? sandbox;
  if (!endpoint || !forwardsCalls(entry)) return undefined;
  const known = remembered.get(services) ?? new RememberedReadings(services.clock);
  remembered.set(services, known);
  const read = () => {
    const now = services.clock();
    return readFromThreads(services, {
      key: apiKey(entry),
      keySet: keySetOf(api),
      urls: endpoint.targets,
      now,
    });
  };
  return { known, key: `${entry.part} ${apiKey(entry)}`, read };
}

function keySetOf({ endpoints }: CompiledApi): KeySetName {
  return endpoints.production ? 'production' : 'sandbox';
}

interface StatusQuestion {
  readonly key: string;
  readonly keySet: KeySetName;
  readonly urls: readonly string[];
  readonly now: number;
}

async function readFromThreads(
  { usage, readTargetStates }: PortalServices,
  { key, keySet, urls, now }: StatusQuestion,
): Promise<ApiStatus> {
  const from = startOfPeriod('hour', now) - usagePeriods.hour.lengthMs;
  const [series, states] = await Promise.all([
    unlessUnavailable(usage.read({ apis: [key], keySet, from, to: now + 1, step: 'hour' })),
    unlessUnavailable(readTargetStates(urls)),
  ]);
  const found = { keySet, ...countCalls(series ?? []), ...describeTargets(urls, states) };
  return { ...found, kind: series && states ? chooseKind(found) : 'unknown' };
}

/** The codes of calls that the service did not answer. */
const unanswered = ['upstream_unreachable', 'upstream_unavailable', 'upstream_timeout'] as const;

function countCalls(series: readonly UsageSeries[]): Pick<ApiStatus, 'calls' | 'failures'> {
  const { responses, rejections } = sumUsage(series.flatMap(({ points }) => points));
  const answered = Object.values(responses).reduce((sum, count) => sum + count, 0);
  const lost = unanswered.reduce((sum, code) => sum + (rejections[code] ?? 0), 0);
  return { calls: answered + lost, failures: lost + (responses['5xx'] ?? 0) };
}

function describeTargets(
  urls: readonly string[],
  states: TargetStates | undefined,
): Pick<ApiStatus, 'targets' | 'failing'> {
  const targets = urls.map((url) => ({ url, state: states && (states.get(url) ?? {}) }));
  return { targets, failing: targets.filter(({ state }) => state && isFailing(state)).length };
}

/** Whether a target fails its health checks, or is not called for a while. */
function isFailing({ isHealthy, isOpen }: TargetState): boolean {
  return isHealthy === false || isOpen === true;
}

function chooseKind({ targets, failing, calls, failures }: Omit<ApiStatus, 'kind'>): ApiStatus['kind'] {
  if (failing > 0) return failing === targets.length ? 'unavailable' : 'degraded';
  if (calls > 0) return failures / calls < degradedShare ? 'available' : 'degraded';
  return targets.some(({ state }) => state?.isHealthy) ? 'available' : 'not-called';
}
