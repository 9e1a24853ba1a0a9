import type { Compiled } from '#compiled/compiled.ts';
import {
  forwardsCalls,
  type Manifest,
  type ManifestApi,
  type ManifestSubscription,
} from '#compiled/manifest.ts';
import { compareLists, groupItems, type Grouping } from '#compiled/list-difference.ts';
import type { SecretOf } from '#runtime/ports/secrets.ts';
import { addressHeaders, deprecationHeaders } from '#compiled/answers/deprecation-headers.ts';
import { holdEndpoints, servePart, type HeldEndpoints, type ServedApi } from './served-api.ts';
import { ServedSubscription } from './served-subscription.ts';
import type { UpstreamPools } from '../upstream/upstream-pools.ts';
import type { ValidationReports } from '../validation/part-validation.ts';
import { apiKey } from '#compiled/api-key.ts';

/** The APIs of a generation, with the state that is needed to rebuild only changed ones. */
export interface ServedApis {
  readonly manifest: Manifest;
  readonly secretOf: SecretOf;
  /** By `Name/version`. */
  readonly byName: ReadonlyMap<string, ServedApi>;
  readonly subscriptions: Grouping<ManifestSubscription>;
}

/** How the APIs of a generation differ from those of the previous one. */
export interface ServedApisChange {
  readonly removed: readonly ServedApi[];
  readonly added: readonly ServedApi[];
  /** The endpoints that were opened. */
  readonly opened: readonly HeldEndpoints[];
  /** The endpoints of the previous generation that are no longer needed. */
  readonly left: readonly HeldEndpoints[];
}

export interface ServeApisOptions {
  readonly secretOf: SecretOf;
  readonly pools: Pick<UpstreamPools, 'openLease'>;
  readonly reports: ValidationReports;
  /** The number of the generation that the APIs are built for. */
  readonly generation: number;
  readonly previous: ServedApis | undefined;
}

/**
 * Builds the APIs of a route table, and reuses what has not changed from `previous`. If it throws, all endpoints that
 * it opened are released.
 */
export function serveApis(
  compiled: Compiled,
  options: ServeApisOptions,
): { readonly apis: ServedApis; readonly change: ServedApisChange } {
  const { manifest } = compiled;
  const { secretOf, previous } = options;
  const subscriptions = groupItems(manifest.subscriptions, ({ api }) => api, previous?.subscriptions);
  const opened: HeldEndpoints[] = [];
  try {
    const touched = findTouched(manifest, secretOf, previous);
    const added = manifest.apis
      .filter((api) => touched?.has(apiKey(api)) ?? true)
      .map((api) => serveApi(api, compiled, subscriptions, options, opened));
    const removed = findRemoved(touched, previous);
    const byName = new Map(previous?.byName);
    for (const { manifest: api } of removed) byName.delete(apiKey(api));
    for (const api of added) byName.set(apiKey(api.manifest), api);
    const left = findLeft(removed, added);
    return {
      apis: { manifest, secretOf, byName, subscriptions },
      change: { removed, added, opened, left },
    };
  } catch (error) {
    for (const { release } of opened) release();
    throw error;
  }
}

/** The names of the APIs that may have changed since `previous`; undefined if all may have. */
function findTouched(
  manifest: Manifest,
  secretOf: SecretOf,
  previous: ServedApis | undefined,
): ReadonlySet<string> | undefined {
  if (!previous || differsForAll(previous.manifest, manifest)) return undefined;
  const apis = compareLists(previous.manifest.apis, manifest.apis);
  const subscriptions = compareLists(previous.manifest.subscriptions, manifest.subscriptions);
  const withSecrets =
    previous.secretOf === secretOf
      ? []
      : [...previous.byName.values()].filter(({ held }) => held.usesSecrets);
  return new Set([
    ...[...apis.added, ...apis.removed, ...withSecrets.map((api) => api.manifest)].map(apiKey),
    ...[...subscriptions.added, ...subscriptions.removed].map(({ api }) => api),
  ]);
}

/** Whether the gateway settings, the tiers or the applications have changed, which may affect every API. */
function differsForAll(before: Manifest, now: Manifest): boolean {
  return (
    before.gateway !== now.gateway || before.tiers !== now.tiers || before.applications !== now.applications
  );
}

function findRemoved(
  touched: ReadonlySet<string> | undefined,
  previous: ServedApis | undefined,
): readonly ServedApi[] {
  if (!previous) return [];
  return [...(touched ?? previous.byName.keys())].flatMap((name) => previous.byName.get(name) ?? []);
}

function findLeft(removed: readonly ServedApi[], added: readonly ServedApi[]): readonly HeldEndpoints[] {
  const reused = new Set(added.map(({ held }) => held));
  return removed.map(({ held }) => held).filter((held) => !reused.has(held));
}

function serveApi(
  api: ManifestApi,
  { manifest, apis: parts }: Compiled,
  subscriptions: Grouping<ManifestSubscription>,
  { secretOf, pools, reports, generation, previous }: ServeApisOptions,
  opened: HeldEndpoints[],
): ServedApi {
  const compiled = parts.get(api.part);
  if (!compiled) throw new Error(`the route table has no part for ${apiKey(api)}`);
  const before = previous?.byName.get(apiKey(api));
  const part = before?.manifest.part === api.part ? before.part : servePart(compiled, reports);
  const isOpen = forwardsCalls(api);
  const isReused =
    before?.part === part &&
    forwardsCalls(before.manifest) === isOpen &&
    (!before.held.usesSecrets || previous?.secretOf === secretOf);
  // A blocked or retired version opens no endpoints, since its secrets may have been removed.
  const endpoints = isOpen ? compiled.endpoints : {};
  const held = isReused ? before.held : holdEndpoints(endpoints, secretOf, pools, generation);
  if (!isReused) opened.push(held);
  const group = subscriptions.groups.get(apiKey(api)) ?? [];
  return {
    manifest: api,
    part,
    held,
    endpoints: held.byKeySet,
    deprecationHeaders: deprecationHeaders(api, manifest.gateway),
    furtherAddresses: (api.alsoAt ?? []).map((address) => ({
      path: address.path,
      deprecationHeaders: addressHeaders(api, address, manifest.gateway),
    })),
    subscriptions: new Map(group.map((declared) => [declared.application, new ServedSubscription(declared)])),
  };
}
