import { isJson } from '#openapi/serialisation.ts';
import { splitPointer } from '#source/place.ts';
import type { SchemaNode } from '../../../keywords/facts/flat-schema.ts';
import { itemsOf } from '../../../keywords/items.ts';
import { contentTypeOf, isOnlyXml, mayBeBytes } from '../../../keywords/representation.ts';
import { hasChoices } from '../../../keywords/resolve-choices.ts';
import { partAt, type DescribedPart } from './described-part.ts';
import type { MediaPair } from './media-pair.ts';
import { stepTo } from './read-parts.ts';

/** The media types that a part may have, sorted; undefined if that is not known. */
export function mediaTypesOf({ contentType, schema }: DescribedPart): readonly string[] | undefined {
  if (contentType !== undefined) return [...new Set(contentType.split(',').map(normalise))].toSorted();
  const usual = schema && usualType(schema);
  return usual === undefined ? undefined : [usual];
}

/** In lower case, without blanks, and without the charset that is usual. */
function normalise(type: string): string {
  return type
    .toLowerCase()
    .replaceAll(/\s/g, '')
    .replace(/;charset="?utf-?8"?(?=;|$)/, '');
}

/** The media type that a part has by its schema, that of a list by its items (OpenAPI 3.1, section 4.8.15.1.1). */
function usualType(schema: SchemaNode): string | undefined {
  const one = itemOf(schema);
  const { types } = one.flat;
  if (mayBeBytes(one)) return typeOfBytes(one);
  if (hasChoices(one.flat) || !isOnlyXml(one.flat)) return undefined;
  if (types.has('array') || types.size === 0) return undefined;
  if (types.has('object')) return types.size === 1 ? 'application/json' : undefined;
  return 'text/plain';
}

/** The schema of each item of a list; of anything else, its own. */
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

/** Whether each of some media types, or a range that includes it, is among others. */
export function areAmong(types: readonly string[], others: readonly string[]): boolean {
  return types.every((type) =>
    [type, `${type.split('/')[0]}/*`, '*/*'].some((range) => others.includes(range)),
  );
}

/** Which parts of a body, or items of a part that is a list, may be written as bytes. */
export function mayHoldBytesIn({ old, now }: MediaPair): (below: string) => boolean {
  return (below) => {
    const [name, item = '*', ...deeper] = splitPointer(below);
    if (name === undefined || item !== '*' || deeper.length > 0) return false;
    const parts = [old, now].map((media) => partAt(media, stepTo(name)));
    return !parts.some(({ contentType = '' }) => contentType.split(',').some(isJson));
  };
}
