import { isJsonObject, type Json } from '../../compiled/json.ts';

/** The fields of a DiscoveryRequest that the control plane reads. */
export interface DiscoveryRequest {
  readonly nodeId: string;
  /** Empty if the Envoy has no version yet. */
  readonly versionInfo: string;
  readonly resourceNames: readonly string[];
}

/** Reads a request in the JSON form of its Protocol Buffers, whose names Envoy writes in snake case; undefined if it is not one. */
export function readDiscoveryRequest(body: unknown): DiscoveryRequest | undefined {
  if (!isJsonObject(body)) return undefined;
  const { node, version_info: versionInfo = '', resource_names: names = [] } = body as Record<string, Json>;
  const nodeId = isJsonObject(node) ? node['id'] : undefined;
  if (typeof nodeId !== 'string' || typeof versionInfo !== 'string' || !Array.isArray(names))
    return undefined;
  const resourceNames = names.filter((name) => typeof name === 'string');
  return resourceNames.length === names.length ? { nodeId, versionInfo, resourceNames } : undefined;
}
