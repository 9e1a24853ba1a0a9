import type { EnvoyResources } from '#export/envoy/envoy-resources.ts';
import { keysFilter, programFilter } from '#export/envoy/listener/extension-names.ts';

/** A discovery service of Envoy, as in its URL: `POST /v3/discovery:clusters`. */
export type DiscoveryService = 'listeners' | 'routes' | 'clusters' | 'extension_configs' | 'secrets';

interface DiscoveryType {
  readonly field: keyof EnvoyResources;
  readonly typeUrl: string;
}

export const discoveryTypes: Readonly<Record<DiscoveryService, DiscoveryType>> = {
  listeners: { field: 'listeners', typeUrl: 'type.googleapis.com/envoy.config.listener.v3.Listener' },
  routes: { field: 'routes', typeUrl: 'type.googleapis.com/envoy.config.route.v3.RouteConfiguration' },
  clusters: { field: 'clusters', typeUrl: 'type.googleapis.com/envoy.config.cluster.v3.Cluster' },
  extension_configs: {
    field: 'extensionConfigs',
    typeUrl: 'type.googleapis.com/envoy.config.core.v3.TypedExtensionConfig',
  },
  secrets: {
    field: 'secrets',
    typeUrl: 'type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.Secret',
  },
};

/** The resources that an Envoy polls for: all resources of a service, or named ones. */
export interface Subscription {
  readonly service: DiscoveryService;
  /** All if empty. */
  readonly names: readonly string[];
}

/**
 * The subscription for a table's program. It alone decides what an Envoy answers; the other resources are what it
 * refers to.
 */
export const programSubscription: Subscription = { service: 'extension_configs', names: [programFilter] };

export function isProgram(subscription: Subscription): boolean {
  return isFilter(subscription, programFilter);
}

/** Whether a subscription is for the keys that verify tokens, which also change without the table. */
export function isKeys(subscription: Subscription): boolean {
  return isFilter(subscription, keysFilter);
}

/**
 * Whether a subscription is for the listener, which may have the settings from the start of a control plane instead of
 * the declared ones.
 */
export function isListener({ service }: Subscription): boolean {
  return service === 'listeners';
}

function isFilter({ service, names }: Subscription, name: string): boolean {
  return service === 'extension_configs' && names.length === 1 && names[0] === name;
}

/** Whether Envoy treats a refused text as accepted when it is sent the same text again. */
export function isReworded({ service }: Subscription): boolean {
  return service === 'secrets' || service === 'extension_configs';
}

/** A string that identifies a subscription within a node. */
export function subscriptionKey({ service, names }: Subscription): string {
  return JSON.stringify([service, ...names.toSorted()]);
}
