import type { KeySetName } from '#compiled/manifest.ts';
import type { texts } from '../texts/texts.ts';

/** The addresses of the store. */
export interface PortalAddresses {
  /** The origin of the store's pages. */
  readonly origin: string;
  /** The path of the store, which all its pages begin with, without a trailing slash: `/store`. */
  readonly path: string;
}

/** The addresses of a store, from its base URL, which is absolute and has no trailing slash. */
export function portalAddresses(storeUrl: string): PortalAddresses {
  const { origin, pathname } = new URL(storeUrl);
  return { origin, path: `${pathname.replace(/\/$/, '')}/store` };
}

/** An API version as URLs identify it. */
export interface NamedApi {
  readonly context: string;
  readonly version: string;
}

/**
 * The maximum length of a return path, so that a cookie and a URL with the sealed path stay within the limits of
 * browsers and proxies.
 */
export const longestReturnPath = 1000;

/** The path of the sign-in, which then leads to a path of the store, or to the catalogue if that path is too long. */
export function pathOfSignIn({ path }: PortalAddresses, returnPath: string): string {
  if (returnPath.length > longestReturnPath) return `${path}/sign-in`;
  return `${path}/sign-in?${new URLSearchParams({ return: returnPath }).toString()}`;
}

/** The path of the page of an API version. */
export function pathOfApi({ path }: PortalAddresses, { context, version }: NamedApi): string {
  return `${path}/apis/${encodeURIComponent(context)}/${encodeURIComponent(version)}`;
}

/** The path of the page for the owners of an API version. */
export function pathOfOwnedApi({ path }: PortalAddresses, { context, version }: NamedApi): string {
  return `${path}/publisher/${encodeURIComponent(context)}/${encodeURIComponent(version)}`;
}

/** The path of the feed about an API version, or about all API versions if there is none. */
export function pathOfFeed(addresses: PortalAddresses, api?: NamedApi): string {
  return `${api ? pathOfApi(addresses, api) : addresses.path}/changes.atom`;
}

/** The path of a guide of an API version, or of the organisation if there is no `api`. */
export function pathOfGuide(addresses: PortalAddresses, name: string, api?: NamedApi): string {
  const above = api ? pathOfApi(addresses, api) : addresses.path;
  return `${above}/guides/${encodeURIComponent(name)}`;
}

/** The path of the form that tries an operation. */
export function pathOfTryForm(
  addresses: PortalAddresses,
  api: NamedApi,
  { method, path }: { readonly method: string; readonly path: string },
): string {
  return `${pathOfApi(addresses, api)}/operation/try?${new URLSearchParams({ method, path }).toString()}`;
}

/** The path of the Markdown of a page, whose path may have a query; the catalogue is `index`. */
export function pathOfMarkdown({ path }: PortalAddresses, page: string): string {
  const [ofPage = '', query] = page.split(/\?(.*)/s);
  return `${ofPage === path ? `${path}/index` : ofPage}.md${query === undefined ? '' : `?${query}`}`;
}

/** The path of the page of an error. */
export function pathOfError({ path }: PortalAddresses, code: string): string {
  return `${path}/errors/${encodeURIComponent(code)}`;
}

export type ProposalFormName = keyof typeof texts.proposals.forms;

/** Values to prefill a form with. */
interface FormValues {
  readonly application?: string;
  /** Name and version, such as `DogPark/v1`. */
  readonly api?: string;
  readonly keys?: KeySetName;
  /** The finding of lint that a form is about, by its rule, its file and its RFC 6901 pointer. */
  readonly rule?: string;
  readonly file?: string;
  readonly pointer?: string;
}

/** The path of a form that proposes a change, prefilled with values. */
export function pathOfForm(
  { path }: PortalAddresses,
  form: ProposalFormName,
  values: FormValues = {},
): string {
  const query = new URLSearchParams(Object.entries<string>({ ...values })).toString();
  return `${path}/proposals/new/${form}${query === '' ? '' : `?${query}`}`;
}
