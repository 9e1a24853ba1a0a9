import type { SchemaNode } from './flat-schema.ts';
import { formatOf } from './flatten/read-representation.ts';
import { isDocumentation } from './schema-keywords.ts';

/** Whether a body of a media type is bytes, which no schema describes. */
export function isOfBytes(type: string): boolean {
  return /^(application\/(octet-stream|pdf|zip|gzip)|(image|audio|video|font)\/[^;+]+)(;|$)/.test(type);
}

/**
 * Whether a schema only says that a body is bytes: up to OpenAPI 3.0 by a format, in later versions by a media type, or by
 * nothing at all.
 */
export function mayBeBytes({ flat: { leaves } }: SchemaNode): boolean {
  const schemas = leaves.map(({ value }) => value);
  const keywords = new Set(schemas.flatMap((schema) => Object.keys(schema)));
  const isOnlyBytes = [...keywords].every(
    (keyword) => bytesKeywords.has(keyword) || isDocumentation(keyword),
  );
  const isOther = schemas.some(({ type = 'string' }) => type !== 'string' && type !== 'file');
  const formats = schemas.flatMap((schema) => formatOf(schema) ?? []);
  const isBinary = formats.length > 0 || keywords.has('contentMediaType');
  return (
    isOnlyBytes &&
    !isOther &&
    formats.every((format) => format === 'binary') &&
    (isBinary || !keywords.has('type'))
  );
}

const bytesKeywords = new Set(['$ref', 'allOf', 'type', 'format', 'contentMediaType']);
