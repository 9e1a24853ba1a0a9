import {
  isThisMachine,
  readUpstreamAddress,
  type UpstreamAddress,
} from '#compiled/settings/forbidden-upstreams.ts';
import {
  adminDefaults,
  externalAuthorizationDefaults,
  listenerDefaults,
} from '#compiled/settings/gateway-settings.ts';
import type { DeploymentDeclaration, GatewayDeclaration } from '#compiler/kinds/gateway/declaration.ts';

/** An address at which the gateway itself answers, with a name for people: `gatewayUrl of production`. */
export interface OwnAddress extends UpstreamAddress {
  readonly name: string;
}

/** The public addresses of all deployments, and the addresses of their listeners. */
export function listOwnAddresses({ deployments }: GatewayDeclaration): readonly OwnAddress[] {
  return Object.entries(deployments).flatMap(([name, deployment]) => [
    ...publicAddresses(name, deployment),
    ...listenerAddresses(name, deployment),
  ]);
}

/** Whether two addresses lead to the same place; all spellings of this machine do. */
export function namesSameAddress(one: UpstreamAddress, other: UpstreamAddress): boolean {
  if (one.port !== other.port) return false;
  return one.host === other.host || (isThisMachine(one.host) && isThisMachine(other.host));
}

const urlFields = ['gatewayUrl', 'authUrl', 'keyManagerUrl', 'storeUrl'] as const;

function publicAddresses(name: string, deployment: DeploymentDeclaration): readonly OwnAddress[] {
  return urlFields.flatMap((field) => {
    const address = readUpstreamAddress(deployment[field] ?? '');
    return address ? [{ ...address, name: `${field} of ${name}` }] : [];
  });
}

/** A listener on all addresses of the machine also answers on its loopback interface. */
function listenerAddresses(
  name: string,
  { listener, admin, externalAuthorization }: DeploymentDeclaration,
): readonly OwnAddress[] {
  const listeners = [
    { ...listenerDefaults, ...listener, name: `the listener of ${name}` },
    { ...adminDefaults, ...admin, name: `the admin listener of ${name}` },
    ...(externalAuthorization
      ? [
          {
            ...externalAuthorizationDefaults,
            ...externalAuthorization,
            name: `the listener for proxies of ${name}`,
          },
        ]
      : []),
  ];
  return listeners.flatMap(({ host, port, name: described }) => {
    const written = host.includes(':') ? `[${host.replace(/%.*$/, '')}]` : host;
    const address = readUpstreamAddress(`http://${written}:${port}`);
    return address ? [{ ...address, name: described }] : [];
  });
}
