import { pathOfApi, type NamedApi, type PortalAddresses } from '../visit/paths.ts';

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
