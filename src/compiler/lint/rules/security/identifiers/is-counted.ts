import type { ParameterNode, SchemaNode } from '#openapi/model.ts';
import { readWords, splitWords } from '#compiler/rule/words/split-words.ts';

/**
 * Whether an API may assign a number sequentially. A hash and a position are numbers by nature, and standards define
 * other numbers.
 */
export function isCounted(name: string, node: ParameterNode | SchemaNode): boolean {
  const words = splitWords(name).map((word) => word.toLowerCase());
  const named = words.at(-1) === 'id' ? words.at(-2) : words.at(-1);
  if (words.includes('hash') || standardNumbers.has(named ?? '')) return false;
  const description = node.text('description') ?? '';
  return !position.test(description) && !articleNumber.test(description);
}

/**
 * Last words of names, before an optional `id`, for numbers that another organisation assigns or that a protocol
 * limits.
 */
const standardNumbers = new Set(
  readWords('asn duns ean epsg gtin imo isbn issn mmsi naics npi upc vlan vni vxlan'),
);

const position =
  /\b(zero|0)[- ]based\b|\bindex into\b|\b(index|position)\b[^.]*\bstart(s|ing)? (at|from|with) [`'"]?0\b/i;

/**
 * Article numbers that a description may mention. `VLAN` is not among them, since a VLAN may have an identifier of its
 * own.
 */
const articleNumber = /\b(EAN|GTIN|ISBN|ISSN|UPC)\b/;
