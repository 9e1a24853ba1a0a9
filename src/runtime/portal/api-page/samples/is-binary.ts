import type { SchemaNode } from '#openapi/model.ts';

/** Whether a schema describes a file: `type: file` in OpenAPI 2.0, `format: binary` or a media type in later versions. */
export function isBinary(schema: SchemaNode | undefined): boolean {
  if (!schema) return false;
  const isEncoded = schema.keyword('contentEncoding') !== undefined;
  return (
    schema.keyword('type') === 'file' ||
    schema.keyword('format') === 'binary' ||
    (schema.keyword('contentMediaType') !== undefined && !isEncoded)
  );
}
