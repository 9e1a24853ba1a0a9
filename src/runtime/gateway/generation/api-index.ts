import { compareVersions } from '#compiled/names/compare-versions.ts';
import type { ServedAddress, ServedApi } from './served-api.ts';

/** The served APIs, indexed by each way in which a call can name one. */
export interface ApiIndex {
  /** By context and version: `dog_park/v1`. */
  readonly byAddress: ReadonlyMap<string, ServedApi>;
  /**
   * The highest published or blocked version, by context. While it is blocked, its calls do not fall back to an older
   * one.
   */
  readonly latest: ReadonlyMap<string, ServedApi>;
  /** The further addresses that APIs declare, by path: `/order-service/v2`. None overlaps with another address. */
  readonly further: ReadonlyMap<string, IndexedAddress>;
}

interface IndexedAddress {
  readonly api: ServedApi;
  readonly address: ServedAddress;
}

/** The change from the previous index. */
export interface IndexChange {
  readonly previous: ApiIndex;
  readonly removed: readonly ServedApi[];
  readonly added: readonly ServedApi[];
}

/**
 * Indexes the APIs of a generation. With `change`, updates the previous index instead of building a new one. An API in
 * the state `created` is not served.
 */
export function indexApis(apis: readonly ServedApi[], change?: IndexChange): ApiIndex {
  if (!change) return { byAddress: addressesOf(apis), latest: latestOf(apis), further: furtherOf(apis) };
  const byAddress = new Map(change.previous.byAddress);
  for (const api of change.removed) byAddress.delete(addressOf(api));
  for (const [address, api] of addressesOf(change.added)) byAddress.set(address, api);
  return { byAddress, latest: updateLatest(apis, change), further: updateFurther(change) };
}

/** Removes before it adds, since one change may move an address from one API to another. */
function updateFurther({ previous, removed, added }: IndexChange): ApiIndex['further'] {
  if ([...removed, ...added].every(({ furtherAddresses }) => furtherAddresses.length === 0))
    return previous.further;
  const further = new Map(previous.further);
  for (const { furtherAddresses } of removed) for (const { path } of furtherAddresses) further.delete(path);
  for (const [path, indexed] of furtherOf(added)) further.set(path, indexed);
  return further;
}

function furtherOf(apis: Iterable<ServedApi>): ApiIndex['further'] {
  const further = new Map<string, IndexedAddress>();
  for (const api of apis) {
    if (api.manifest.state === 'created') continue;
    for (const address of api.furtherAddresses) further.set(address.path, { api, address });
  }
  return further;
}

function updateLatest(
  apis: readonly ServedApi[],
  { previous, removed, added }: IndexChange,
): ApiIndex['latest'] {
  const touched = new Set([...removed, ...added].map(({ manifest }) => manifest.context));
  const latest = new Map(previous.latest);
  for (const context of touched) latest.delete(context);
  const among = apis.filter(({ manifest }) => touched.has(manifest.context));
  for (const [context, api] of latestOf(among)) latest.set(context, api);
  return latest;
}

function addressesOf(apis: Iterable<ServedApi>): ReadonlyMap<string, ServedApi> {
  const byAddress = new Map<string, ServedApi>();
  for (const api of apis) if (api.manifest.state !== 'created') byAddress.set(addressOf(api), api);
  return byAddress;
}

function addressOf({ manifest: { context, version } }: ServedApi): string {
  return `${context}/${version}`;
}

function latestOf(apis: Iterable<ServedApi>): ReadonlyMap<string, ServedApi> {
  const latest = new Map<string, ServedApi>();
  for (const api of apis) {
    const { context, state } = api.manifest;
    if ((state === 'published' || state === 'blocked') && isLater(api, latest.get(context)))
      latest.set(context, api);
  }
  return latest;
}

function isLater(api: ServedApi, other: ServedApi | undefined): boolean {
  return !other || compareVersions(api.manifest.version, other.manifest.version) > 0;
}
