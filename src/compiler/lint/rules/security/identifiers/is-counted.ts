import type { ParameterNode, SchemaNode } from '#openapi/model.ts';
import { readWords, splitWords } from '#compiler/rule/words/split-words.ts';

/** Whether an API may count up a number: a hash and a position are numbers by nature, and standards set others. */
export function isCounted(name: string, node: ParameterNode | SchemaNode): boolean {
  const words = splitWords(name).map((word) => word.toLowerCase());
  const named = words.at(-1) === 'id' ? words.at(-2) : words.at(-1);
  if (words.includes('hash') || standardNumbers.has(named ?? '')) return false;
  const description = node.text('description') ?? '';
  return !position.test(description) && !articleNumber.test(description);
}

/** Last words of names, an `id` after them left out, of numbers that another body assigns or a protocol limits. */
const standardNumbers = new Set(
  readWords('asn duns ean epsg gtin imo isbn issn mmsi naics npi upc vlan vni vxlan'),
);

const position =
  /\b(zero|0)[- ]based\b|\bindex into\b|\b(index|position)\b[^.]*\bstart(s|ing)? (at|from|with) [`'"]?0\b/i;

/** Numbers of goods, which a text names when they identify a thing; a VLAN may have an identifier of its own. */
const articleNumber = /\b(EAN|GTIN|ISBN|ISSN|UPC)\b/;
