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

/** The path of a list of operations; without a tag, of those that have none. */
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

/** The path of the document to download. */
export function pathOfDocument(addresses: PortalAddresses, api: NamedApi): string {
  return `${pathOfApi(addresses, api)}/openapi.json`;
}

/** The path of the changelog. */
export function pathOfChanges(addresses: PortalAddresses, api: NamedApi): string {
  return `${pathOfApi(addresses, api)}/changes`;
}

/** The number of the page of a list that an address asks for, from 1 on. */
export function readPage(query: URLSearchParams): number {
  const page = Math.trunc(Number(query.get('page')));
  return page >= 1 ? page : 1;
}

/** The header that names the version of an API, where its address does not. */
const versionHeaderName = 'API-Version';

/** Where an API version is called. */
export interface CallAddress {
  /** An absolute URL without a trailing slash, which the paths of its operations follow. */
  readonly baseUrl: string;
  /** What every call sends. */
  readonly headers: readonly NamedValue[];
}

/** The address of an API version, in the versioning style of the gateway. */
export function callAddress(
  { gatewayUrl, versioning }: Pick<GatewaySettings, 'gatewayUrl' | 'versioning'>,
  { context, version }: NamedApi,
): CallAddress {
  if (versioning === 'header')
    return { baseUrl: `${gatewayUrl}/${context}`, headers: [[versionHeaderName, version]] };
  return { baseUrl: `${gatewayUrl}/${context}/${version}`, headers: [] };
}
