import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseAllDocuments,
  type Node,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { Place } from '../../source/place.ts';
import { splitPointer } from '../../source/place.ts';
import { EditError } from './text-edit.ts';

/** A mapping or a sequence of a text, and whether that text is JSON, so that nothing else may come into it. */
export interface FoundCollection {
  readonly collection: YAMLMap | YAMLSeq;
  readonly insideJson: boolean;
}

/** The mapping or sequence at a place. Throws an EditError where the text has none there. */
export function findCollection(text: string, place: Omit<Place, 'file'>): FoundCollection {
  const documents = parseAllDocuments(text, { keepSourceTokens: true, uniqueKeys: false });
  const root = 'empty' in documents ? undefined : documents[place.document]?.contents;
  const found = splitPointer(place.pointer).reduce<Node | null | undefined>(memberOf, root);
  if (isAlias(found))
    throw new EditError(`${describePlace(place)} is an alias, so it has to be edited by hand.`);
  if (!isMap(found) && !isSeq(found))
    throw new EditError(`${describePlace(place)} is neither a mapping nor a sequence.`);
  return { collection: found, insideJson: isJson(text) };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function memberOf(node: Node | null | undefined, token: string): Node | null | undefined {
  if (isSeq(node)) return node.items[Number(token)] as Node | undefined;
  if (!isMap(node)) return undefined;
  return node.items.find(({ key }) => isScalar(key) && String(key.value) === token)?.value as
    | Node
    | undefined;
}

/** A place as the subject of a sentence. */
export function describePlace({ pointer }: Omit<Place, 'file'>): string {
  return pointer === '' ? 'The document' : `The value at ${pointer}`;
}
