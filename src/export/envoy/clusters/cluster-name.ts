import { canonicalJson } from '#compiled/canonical-json.ts';
import type { CompiledEndpoint } from '#compiled/compiled-api.ts';
import { digestOf } from '#compiled/digest.ts';
import type { KeySetName, ManifestApi } from '#compiled/manifest.ts';

/**
 * The name of the cluster of an endpoint, which differs for an endpoint that is declared in another way:
 * `dog_park/v1/production@0123456789abcdef`.
 */
export function clusterName(api: ManifestApi, keySet: KeySetName, endpoint: CompiledEndpoint): string {
  // The reason does not change the upstream, and a new name would close its connections.
  const { allowPlainHttp: _, ...upstream } = endpoint;
  return nameByContent(api, keySet, upstream);
}

/** What Envoy calls a cluster in its metrics, whatever its endpoint: `dog_park/v1/production`. */
export function statName({ context, version }: ManifestApi, keySet: KeySetName): string {
  return `${context}/${version}/${keySet}`;
}

const digits = 16;

/** A name of something of a key set of an API that no other content has. */
export function nameByContent(api: ManifestApi, keySet: KeySetName, content: object): string {
  const digest = digestOf(canonicalJson(content)).slice('sha256:'.length, 'sha256:'.length + digits);
  return `${statName(api, keySet)}@${digest}`;
}
