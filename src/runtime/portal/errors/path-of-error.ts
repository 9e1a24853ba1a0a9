import type { PortalAddresses } from '../portal-addresses.ts';

/** The path of the page of an error. */
export function pathOfError({ path }: PortalAddresses, code: string): string {
  return `${path}/errors/${encodeURIComponent(code)}`;
}
