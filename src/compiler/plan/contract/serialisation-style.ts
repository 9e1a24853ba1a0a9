import type { WrittenValue } from '../../../openapi/model.ts';
import type { Serialisation } from '../../../openapi/serialisation.ts';
import type { SchemaNode } from './schemas/flat-schema.ts';

/** How the value of a parameter or a header is written; equal texts are equal ways. */
export function describeStyle({ serialisation, mediaType }: WrittenValue, schema: SchemaNode): string {
  if (mediaType !== undefined) return `content ${mediaType}`;
  const { style, explode, allowReserved } = serialisation;
  const written = isMany(schema) ? `${style} explode ${explode}` : plainStyle(style);
  return allowReserved ? `${written} allowReserved` : written;
}

/** For a single value, all but two styles are written the same. */
function plainStyle(style: Serialisation['style']): string {
  return style === 'matrix' || style === 'label' ? style : 'plain';
}

function isMany({ flat: { types } }: SchemaNode): boolean {
  return types.size < 6 && (types.has('array') || types.has('object'));
}
