import type { WrittenValue } from '#openapi/model.ts';
import type { Serialisation } from '#openapi/serialisation.ts';
import type { ListWriting } from '../../sent-as-text/list-writing.ts';
import type { SchemaNode } from '../../keywords/facts/flat-schema.ts';

/** The styles that add a prefix to a value, or brackets to its name. */
const writtenAround: ReadonlySet<Serialisation['style']> = new Set(['label', 'matrix', 'deepObject']);

/** How a parameter or header writes lists; undefined if its value is not sent as text. */
export function listWritingOf(
  { serialisation }: Pick<WrittenValue, 'serialisation'>,
  location: string,
): ListWriting | undefined {
  const { style, explode } = serialisation;
  if (style === 'json' || style === 'opaque') return undefined;
  // A value may contain the prefix or separator of these styles; brackets are in the name.
  if (writtenAround.has(style)) return 'item';
  return explode && location === 'query' ? 'apart' : 'joined';
}

/** Describes the serialization of a parameter or a header; equal texts mean equal serializations. */
export function describeStyle(
  { serialisation, mediaType }: Pick<WrittenValue, 'serialisation' | 'mediaType'>,
  schema: SchemaNode,
  location = 'header',
): string {
  if (mediaType !== undefined) return `content ${bareType(mediaType)}`;
  return isMany(schema) ? manyStyle(serialisation, schema, location) : plainStyle(serialisation.style);
}

/** A media type without its parameters, since a value that is not a body is sent without a media type. */
function bareType(mediaType: string): string {
  return mediaType.replace(/;.*/s, '').trim().toLowerCase();
}

/** The style of a single value: all styles without a prefix or brackets serialize it in the same way. */
function plainStyle(style: Serialisation['style']): string {
  return writtenAround.has(style) ? style : 'plain';
}

/**
 * The style of a list or an object. `explode` makes no difference to lists in the style `simple` and in cookies, nor to
 * `deepObject`.
 */
function manyStyle({ style, explode }: Serialisation, { flat }: SchemaNode, location: string): string {
  const isInOneText = style === 'simple' || location === 'cookie';
  const isIdle = style === 'deepObject' || (isInOneText && !flat.types.has('object'));
  const isSeparated = location === 'query' && explode && separated.has(style);
  return `${isSeparated ? 'form' : style} explode ${explode && !isIdle}`;
}

/** Styles that differ from `form` only in the separator, which exploded values do not have. */
const separated: ReadonlySet<Serialisation['style']> = new Set([
  'spaceDelimited',
  'tabDelimited',
  'pipeDelimited',
]);

function isMany({ flat: { types } }: SchemaNode): boolean {
  return types.size < 6 && (types.has('array') || types.has('object'));
}
