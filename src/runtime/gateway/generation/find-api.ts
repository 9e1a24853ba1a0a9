import type { VersioningStyle } from '#compiled/settings/gateway-settings.ts';
import type { Rejection } from '#runtime/rejection/rejection.ts';
import type { ApiIndex } from './api-index.ts';
import type { ServedAddress, ServedApi } from './served-api.ts';

/** The header that names a version in the versioning styles `header` and `hybrid`. */
export const versionHeader = 'api-version';

/** The part of a call that names its API. */
export interface ApiAddress {
  /** The path after that of gatewayUrl, with its leading slash. */
  readonly path: string;
  /** The value of the version header. Repeated headers are joined into one value, which names no version. */
  readonly version: string | string[] | undefined;
  /** Whether the call is a preflight, which cannot carry the version header. */
  readonly isPreflight: boolean;
}

export interface FoundApi {
  readonly api: ServedApi;
  /** The rest of the path, with its leading slash. */
  readonly resourcePath: string;
  /** The further address that the call uses; undefined if it uses the API's own. */
  readonly address: ServedAddress | undefined;
}

/** Finds the API that a call names, by the versioning style of the gateway. */
export function findApi(index: ApiIndex, style: VersioningStyle, address: ApiAddress): FoundApi | Rejection {
  const found = style === 'header' ? undefined : findByPath(index, address);
  if (style === 'url') return found ?? findFurther(index, address) ?? { code: 'api_unknown' };
  if (found) return checkVersion(found, address);
  const byHeader = findByHeader(index, address, style === 'hybrid' ? 'latest' : undefined);
  if (!('code' in byHeader)) return byHeader;
  const further = findFurther(index, address);
  return further ? checkVersion(further, address) : byHeader;
}

/** Rejects a version header that contradicts the version in the path. */
function checkVersion(found: FoundApi, { version }: ApiAddress): FoundApi | Rejection {
  return version === undefined || version === found.api.manifest.version
    ? found
    : { code: 'version_conflict' };
}

/** One lookup, whatever the number of APIs: the first two segments are the key. */
function findByPath({ byAddress }: ApiIndex, { path }: ApiAddress): FoundApi | undefined {
  const context = path.indexOf('/', 1);
  if (context === -1) return undefined;
  const end = endOfSegment(path, context + 1);
  const api = byAddress.get(path.slice(1, end));
  return api && { api, resourcePath: path.slice(end) || '/', address: undefined };
}

const maxSegments = 3;

/**
 * Searches the further addresses last, and only if the table has any, so that calls to an API's own address cost no
 * more.
 */
function findFurther({ further }: ApiIndex, { path }: ApiAddress): FoundApi | undefined {
  if (further.size === 0) return undefined;
  let end = 0;
  for (let count = 0; count < maxSegments && end < path.length; count++) {
    end = endOfSegment(path, end + 1);
    const found = further.get(path.slice(0, end));
    if (found) return { api: found.api, resourcePath: path.slice(end) || '/', address: found.address };
  }
  return undefined;
}

function findByHeader(index: ApiIndex, address: ApiAddress, unnamed?: 'latest'): FoundApi | Rejection {
  const end = endOfSegment(address.path, 1);
  const context = address.path.slice(1, end);
  const latest = index.latest.get(context);
  const usesLatest = address.version === undefined && (unnamed === 'latest' || address.isPreflight);
  const api = usesLatest ? latest : index.byAddress.get(`${context}/${String(address.version)}`);
  if (api) return { api, resourcePath: address.path.slice(end) || '/', address: undefined };
  return { code: latest && address.version === undefined ? 'version_missing' : 'api_unknown' };
}

function endOfSegment(path: string, start: number): number {
  const slash = path.indexOf('/', start);
  return slash === -1 ? path.length : slash;
}
