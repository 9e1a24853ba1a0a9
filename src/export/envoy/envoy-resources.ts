/** A resource of Envoy in the JSON form of its Protocol Buffers; `@type` names the message. */
export type EnvoyResource = {
  readonly '@type': string;
  readonly name: string;
  readonly [field: string]: unknown;
};

/** What Envoy loads, by the discovery service that serves it. */
export interface EnvoyResources {
  readonly listeners: readonly EnvoyResource[];
  readonly routes: readonly EnvoyResource[];
  readonly clusters: readonly EnvoyResource[];
  readonly extensionConfigs: readonly EnvoyResource[];
  readonly secrets: readonly EnvoyResource[];
}
