/** A field with the version of an OpenAPI document, in JSON or at the start of a YAML line. */
const named = /^(["']?)(?:openapi|swagger)\1\s*:|"(?:openapi|swagger)"\s*:/m;

/**
 * Whether a text is probably an OpenAPI document, even if it cannot be parsed. For files in a folder or an editor that
 * nobody named as documents.
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
