import type { GatewaySettings } from '../../compiled/settings/gateway-settings.ts';
import { controlPlaneCluster } from '../../export/envoy/bootstrap/control-plane-bootstrap.ts';
import type { EnvoyOptions } from '../../export/envoy/envoy-options.ts';
import { exportEnvoy } from '../../export/envoy/export-envoy.ts';
import type { GatewayOptions } from '../gateway-options.ts';
import type { EnvoySettings } from './control-plane-settings.ts';
import { type OpenControlPlane, openControlPlane } from './open-control-plane.ts';

/** Opens the control plane of a gateway, until `opened` is disposed of; undefined if it is not one. Rejects with a StartupError. */
export async function serveEnvoys(
  options: GatewayOptions,
  settings: GatewaySettings,
  opened: AsyncDisposableStack,
): Promise<OpenControlPlane | undefined> {
  const { controlPlane } = options;
  if (!controlPlane) return undefined;
  const envoy = describeEnvoys(controlPlane.envoy, settings);
  return openControlPlane(controlPlane, (table) => exportEnvoy(table, envoy), options, opened);
}

function describeEnvoys(
  { listen, tls, keyManager, ...settings }: EnvoySettings,
  { listener, keyManagerUrl }: GatewaySettings,
): EnvoyOptions {
  const { host, port } = listen ?? listener;
  return {
    ...settings,
    listener: { host, port, tls },
    keys: { keyManager: keyManager ?? { url: keyManagerUrl } },
    discovery: { cluster: controlPlaneCluster },
  };
}
