/** The addresses of the store. */
export interface PortalAddresses {
  /** The origin of its pages. */
  readonly origin: string;
  /** The path that all its pages are below, without a trailing slash: `/store`. */
  readonly path: string;
}

/** The addresses of a store whose base is an absolute URL without a trailing slash. */
export function portalAddresses(storeUrl: string): PortalAddresses {
  const { origin, pathname } = new URL(storeUrl);
  return { origin, path: `${pathname.replace(/\/$/, '')}/store` };
}

/** The path of a page of an API version. */
export function pathOfApi(
  { path }: PortalAddresses,
  { context, version }: { readonly context: string; readonly version: string },
): string {
  return `${path}/apis/${encodeURIComponent(context)}/${encodeURIComponent(version)}`;
}
