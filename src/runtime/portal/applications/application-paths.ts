import type { PortalAddresses } from '../visit/paths.ts';

/** The path of the page of an application. */
export function pathOfApplication({ path }: PortalAddresses, application: string): string {
  return `${path}/applications/${encodeURIComponent(application)}`;
}
