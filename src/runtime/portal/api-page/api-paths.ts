import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { pathOfApi, type NamedApi, type PortalAddresses } from '../visit/paths.ts';
import type { NamedValue } from './samples/sample-request.ts';

/** The path of the page of an operation. */
export function pathOfOperation(
  addresses: PortalAddresses,
  api: NamedApi,
  { method, path }: { readonly method: string; readonly path: string },
): string {
  return `${pathOfApi(addresses, api)}/operation?${new URLSearchParams({ method, path }).toString()}`;
}

/** The path of the page of the operations with a tag; without `tag`, of the operations that have none. */
export function pathOfGroup(
  addresses: PortalAddresses,
  api: NamedApi,
  tag: string | undefined,
  page = 1,
): string {
  const parameters = new URLSearchParams({
    ...(tag !== undefined && { tag }),
    ...(page > 1 && { page: String(page) }),
  });
  const query = parameters.toString();
  return `${pathOfApi(addresses, api)}/operations${query === '' ? '' : `?${query}`}`;
}

/** The path for downloading the OpenAPI document. */
export function pathOfDocument(addresses: PortalAddresses, api: NamedApi): string {
  return `${pathOfApi(addresses, api)}/openapi.json`;
}

/** The path of the list of schemas. */
export function pathOfSchemas(addresses: PortalAddresses, api: NamedApi): string {
  return `${pathOfApi(addresses, api)}/schemas`;
}

/** The path of the changelog. */
export function pathOfChanges(addresses: PortalAddresses, api: NamedApi): string {
  return `${pathOfApi(addresses, api)}/changes`;
}

/** The page number in a URL, at least 1; 1 if it is missing or invalid. */
export function readPage(query: URLSearchParams): number {
  const page = Math.trunc(Number(query.get('page')));
  return page >= 1 ? page : 1;
}

/** The header that selects the version of an API if its URL does not contain it. */
const versionHeaderName = 'API-Version';

/** How an API version is addressed in calls. */
export interface CallAddress {
  /** An absolute URL without a trailing slash; the path of an operation is appended to it. */
  readonly baseUrl: string;
  /** The headers that every call must send. */
  readonly headers: readonly NamedValue[];
}

/** How an API version is addressed, in the gateway's versioning style. */
export function callAddress(
  { gatewayUrl, versioning }: Pick<GatewaySettings, 'gatewayUrl' | 'versioning'>,
  { context, version }: NamedApi,
): CallAddress {
  if (versioning === 'header')
    return { baseUrl: `${gatewayUrl}/${context}`, headers: [[versionHeaderName, version]] };
  return { baseUrl: `${gatewayUrl}/${context}/${version}`, headers: [] };
}
