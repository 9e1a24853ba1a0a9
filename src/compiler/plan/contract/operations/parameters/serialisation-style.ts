import type { WrittenValue } from '#openapi/model.ts';
import type { Serialisation } from '#openapi/serialisation.ts';
import type { ListWriting } from '../../sent-as-text/list-writing.ts';
import type { SchemaNode } from '../../keywords/facts/flat-schema.ts';

/** The styles that add something to a value or to its name. */
const writtenAround: ReadonlySet<Serialisation['style']> = new Set(['label', 'matrix', 'deepObject']);

/** How lists are written in a parameter or a header; undefined if its value is not sent as text. */
export function listWritingOf(
  { serialisation }: Pick<WrittenValue, 'serialisation'>,
  location: string,
): ListWriting | undefined {
  const { style, explode } = serialisation;
  if (style === 'json' || style === 'opaque') return undefined;
  // A prefix or a separator of these styles may be in a value, and brackets are in the name.
  if (writtenAround.has(style)) return 'item';
  return explode && location === 'query' ? 'apart' : 'joined';
}

/** How the value of a parameter or a header is written; equal texts are equal ways. */
export function describeStyle(
  { serialisation, mediaType }: Pick<WrittenValue, 'serialisation' | 'mediaType'>,
  schema: SchemaNode,
  location = 'header',
): string {
  if (mediaType !== undefined) return `content ${bareType(mediaType)}`;
  return isMany(schema) ? manyStyle(serialisation, schema, location) : plainStyle(serialisation.style);
}

/** Without its parameters, since a value that is not a body has no type with it. */
function bareType(mediaType: string): string {
  return mediaType.replace(/;.*/s, '').trim().toLowerCase();
}

/** For a single value, all other styles are written the same. */
function plainStyle(style: Serialisation['style']): string {
  return writtenAround.has(style) ? style : 'plain';
}

/** Whether items are exploded makes no difference to lists in the style `simple` and in cookies, nor to `deepObject`. */
function manyStyle({ style, explode }: Serialisation, { flat }: SchemaNode, location: string): string {
  const isInOneText = style === 'simple' || location === 'cookie';
  const isIdle = style === 'deepObject' || (isInOneText && !flat.types.has('object'));
  const isSeparated = location === 'query' && explode && separated.has(style);
  return `${isSeparated ? 'form' : style} explode ${explode && !isIdle}`;
}

/** Styles that differ from `form` only in the separator of a text, which exploded values do not have. */
const separated: ReadonlySet<Serialisation['style']> = new Set([
  'spaceDelimited',
  'tabDelimited',
  'pipeDelimited',
]);

function isMany({ flat: { types } }: SchemaNode): boolean {
  return types.size < 6 && (types.has('array') || types.has('object'));
}
