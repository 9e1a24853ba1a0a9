import type { PortalAddresses } from '../portal-addresses.ts';

/** The path of a form that proposes a change. */
export function pathOfForm({ path }: PortalAddresses, name: string): string {
  return `${path}/proposals/new/${name}`;
}

/** Where the script of a form asks what lint finds in its document. */
export function pathOfFindings({ path }: PortalAddresses): string {
  return `${path}/proposals/findings`;
}
