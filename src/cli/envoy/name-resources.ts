/** Resources of an Envoy, in a sentence: `clusters`, or `secrets (certificate:/run/secrets/tls.pem:/run/secrets/tls.key)`. */
export function nameResources(resources: string, names: readonly string[]): string {
  return names.length === 0 ? resources : `${resources} (${names.join(', ')})`;
}
