import { isJson } from '#openapi/serialisation.ts';
import { splitPointer } from '#source/place.ts';
import type { SchemaNode } from '../../../keywords/facts/flat-schema.ts';
import { itemsOf } from '../../../keywords/items.ts';
import { contentTypeOf, isOnlyXml, mayBeBytes } from '../../../keywords/representation.ts';
import { hasChoices } from '../../../keywords/resolve-choices.ts';
import { partAt, type DescribedPart } from './described-part.ts';
import type { MediaPair } from './media-pair.ts';
import { stepTo } from './read-parts.ts';

/** The media types that a part may have, sorted; undefined if they are unknown. */
export function mediaTypesOf({ contentType, schema }: DescribedPart): readonly string[] | undefined {
  if (contentType !== undefined) return [...new Set(contentType.split(',').map(normalise))].toSorted();
  const usual = schema && usualType(schema);
  return usual === undefined ? undefined : [usual];
}

/** Normalizes a media type: lower case, no blanks, no `charset=utf-8`, which is the default. */
function normalise(type: string): string {
  return type
    .toLowerCase()
    .replaceAll(/\s/g, '')
    .replace(/;charset="?utf-?8"?(?=;|$)/, '');
}

/**
 * The default media type for a part's schema; for a list, for its items (OpenAPI 3.1, section 4.8.15.1.1). Undefined if
 * the schema allows several.
 */
function usualType(schema: SchemaNode): string | undefined {
  const one = itemOf(schema);
  const { types } = one.flat;
  if (mayBeBytes(one)) return typeOfBytes(one);
  if (hasChoices(one.flat) || !isOnlyXml(one.flat)) return undefined;
  if (types.has('array') || types.size === 0) return undefined;
  if (types.has('object')) return types.size === 1 ? 'application/json' : undefined;
  return 'text/plain';
}

/** The schema of the items if a schema is a list; otherwise the schema itself. */
function itemOf(schema: SchemaNode): SchemaNode {
  const { types } = schema.flat;
  const items = itemsOf(schema.flat);
  return items && types.size === 1 && types.has('array') ? items : schema;
}

function typeOfBytes({ flat }: SchemaNode): string {
  const content = contentTypeOf(flat);
  return typeof content === 'string' ? normalise(content) : 'application/octet-stream';
}

/** Whether a part, or each item of a part that is a list, is bytes. */
export function areBytes({ schema }: DescribedPart): boolean {
  return schema !== undefined && mayBeBytes(itemOf(schema));
}

/** Whether each of `types`, or a range that includes it, is in `others`. */
export function areAmong(types: readonly string[], others: readonly string[]): boolean {
  return types.every((type) =>
    [type, `${type.split('/')[0]}/*`, '*/*'].some((range) => others.includes(range)),
  );
}

/** A test of which steps below a body, to parts or to items of list parts, may hold bytes. */
export function mayHoldBytesIn({ old, now }: MediaPair): (below: string) => boolean {
  return (below) => {
    const [name, item = '*', ...deeper] = splitPointer(below);
    if (name === undefined || item !== '*' || deeper.length > 0) return false;
    const parts = [old, now].map((media) => partAt(media, stepTo(name)));
    return !parts.some(({ contentType = '' }) => contentType.split(',').some(isJson));
  };
}
