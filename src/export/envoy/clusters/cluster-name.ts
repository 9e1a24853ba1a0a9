import { canonicalJson } from '#compiled/canonical-json.ts';
import type { CompiledEndpoint } from '#compiled/compiled-api.ts';
import { digestOf } from '#compiled/digest.ts';
import type { KeySetName, ManifestApi } from '#compiled/manifest.ts';

/**
 * The name of an endpoint's cluster. It contains a digest, so that a changed endpoint has a different name:
 * `dog_park/v1/production@0123456789abcdef`.
 */
export function clusterName(api: ManifestApi, keySet: KeySetName, endpoint: CompiledEndpoint): string {
  // Without the reason, which does not affect the upstream: a new name would close its connections.
  const { allowPlainHttp: _, ...upstream } = endpoint;
  return nameByContent(api, keySet, upstream);
}

/** The name of a cluster in Envoy's metrics, the same for any endpoint: `dog_park/v1/production`. */
export function statName({ context, version }: ManifestApi, keySet: KeySetName): string {
  return `${context}/${version}/${keySet}`;
}

const digits = 16;

/** A name for a resource of an API and key set. It contains a digest, so that no other content has the same name. */
export function nameByContent(api: ManifestApi, keySet: KeySetName, content: object): string {
  const digest = digestOf(canonicalJson(content)).slice('sha256:'.length, 'sha256:'.length + digits);
  return `${statName(api, keySet)}@${digest}`;
}
