import { isJsonObject, type Json } from '#compiled/json.ts';

/** The fields of a DiscoveryRequest that the control plane reads. */
export interface DiscoveryRequest {
  readonly nodeId: string;
  /** Empty if the Envoy has no version yet. */
  readonly versionInfo: string;
  readonly resourceNames: readonly string[];
}

/** Limits: node ids are shown to operators, and resource names stay in memory for a while. */
const [nodeId, resourceName] = [/^[\x20-\x7E]{0,256}$/, /^.{1,10000}$/s];

/**
 * Reads a request in the JSON form of its Protocol Buffers message, in which Envoy writes names in snake case.
 * Undefined if it is not one or names several resources; Envoy polls for each resource separately.
 */
export function readDiscoveryRequest(body: unknown): DiscoveryRequest | undefined {
  if (!isJsonObject(body)) return undefined;
  const { node, version_info: versionInfo = '', resource_names: names = [] } = body as Record<string, Json>;
  const id = isJsonObject(node) ? node['id'] : undefined;
  if (!isMatch(id, nodeId) || typeof versionInfo !== 'string' || !Array.isArray(names)) return undefined;
  const resourceNames = names.filter((name) => isMatch(name, resourceName));
  if (names.length > 1 || resourceNames.length < names.length) return undefined;
  return { nodeId: id, versionInfo, resourceNames };
}

function isMatch(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value);
}
