import type { WrittenValue } from '../../../openapi/model.ts';
import type { Serialisation } from '../../../openapi/serialisation.ts';
import type { ListWriting } from './sent-as-text/list-writing.ts';
import type { SchemaNode } from './schemas/flat-schema.ts';

/** How lists are written in a parameter or a header; undefined if its value is not sent as text. */
export function listWritingOf(
  { serialisation }: Pick<WrittenValue, 'serialisation'>,
  location: string,
): ListWriting | undefined {
  const { style, explode } = serialisation;
  if (style === 'json' || style === 'opaque') return undefined;
  // A prefix or a separator of these styles may be in a value.
  if (style === 'label' || style === 'matrix') return 'item';
  return explode && location === 'query' ? 'apart' : 'joined';
}

/** How the value of a parameter or a header is written; equal texts are equal ways. */
export function describeStyle(
  { serialisation, mediaType }: Pick<WrittenValue, 'serialisation' | 'mediaType'>,
  schema: SchemaNode,
): string {
  if (mediaType !== undefined) return `content ${mediaType}`;
  const { style, explode } = serialisation;
  return isMany(schema) ? manyStyle(style, explode, schema) : plainStyle(style);
}

/** For a single value, all but two styles are written the same. */
function plainStyle(style: Serialisation['style']): string {
  return style === 'matrix' || style === 'label' ? style : 'plain';
}

/** Whether items or members are exploded makes no difference to lists in the style `simple`, and to `deepObject`. */
function manyStyle(style: Serialisation['style'], explode: boolean, { flat }: SchemaNode): string {
  const isIdle = style === 'deepObject' || (style === 'simple' && !flat.types.has('object'));
  return `${style} explode ${explode && !isIdle}`;
}

function isMany({ flat: { types } }: SchemaNode): boolean {
  return types.size < 6 && (types.has('array') || types.has('object'));
}
