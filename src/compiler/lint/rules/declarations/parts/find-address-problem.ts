import { ForbiddenUpstreams, readUpstreamAddress } from '#compiled/settings/forbidden-upstreams.ts';
import { listOwnAddresses, namesSameAddress } from '#compiler/workspace/urls/own-addresses.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';

/** Why the gateway must not call an address. */
interface AddressProblem {
  /** The end of a sentence. */
  readonly what: string;
  readonly isOwn: boolean;
}

/** Returns a function that finds out why the gateway must not call a URL; undefined if it may. */
export function prepareAddressCheck({ gateway }: Workspace): (url: string) => AddressProblem | undefined {
  const forbidden = new ForbiddenUpstreams(gateway.value.upstreams?.forbidden);
  const own = listOwnAddresses(gateway.value);
  return (url) => {
    const address = readUpstreamAddress(url);
    if (!address) return undefined;
    const listed = forbidden.find(address);
    if (listed !== undefined)
      return { what: `at ${address.host}, which the gateway must not call (${listed})`, isOwn: false };
    const same = own.find((one) => namesSameAddress(one, address));
    return same && { what: `an address of the gateway itself: ${same.name}`, isOwn: true };
  };
}
