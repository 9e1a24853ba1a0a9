/** A field in which an OpenAPI document names its version, in JSON and at the start of a line of YAML. */
const named = /^(["']?)(?:openapi|swagger)\1\s*:|"(?:openapi|swagger)"\s*:/m;

/**
 * Whether a text is probably an OpenAPI document, also one that cannot be parsed: one of those that nobody has named, in
 * a folder or an editor.
 */
export function looksLikeDocument(text: string): boolean {
  if (!named.test(text)) return false;
  if (!/^\s*\{/.test(text)) return true;
  try {
    const value = JSON.parse(text) as object;
    return 'openapi' in value || 'swagger' in value;
  } catch {
    return true;
  }
}
