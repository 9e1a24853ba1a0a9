import {
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  parseAllDocuments,
  visit,
  type Document,
  type Node,
  type YAMLMap,
  type YAMLSeq,
  isPair,
} from 'yaml';
import { splitPointer, type Place } from '#source/place.ts';
import { EditError } from './text-edit.ts';
import { layoutOf, type TextLayout } from './text-layout.ts';

/** The place of an edit in a known file. */
export type EditPlace = Omit<Place, 'file'>;

/** A value in a text, and the mappings and sequences around it, starting at the root. */
export interface FoundValue {
  readonly node: Node;
  readonly around: readonly (YAMLMap | YAMLSeq)[];
}

/** A YAML or JSON text to be edited, parsed once for all edits. */
export class EditableText {
  readonly text: string;
  /** Whether the text is JSON, so that only JSON may be added. */
  readonly isJson: boolean;
  readonly #documents: readonly Document.Parsed[];
  readonly #aliased = new Map<number, ReadonlySet<string>>();
  #layout: TextLayout | undefined;
  readonly #members = new Map<YAMLMap, ReadonlyMap<string, Node | null>>();

  constructor(text: string) {
    this.text = text;
    this.isJson = isJson(text);
    this.#documents = [...parseAllDocuments(text, { keepSourceTokens: true, ...asLoaded })];
  }

  get layout(): TextLayout {
    return (this.#layout ??= layoutOf(this.text));
  }

  /**
   * The value at a place. Throws an EditError if the text has no value there, or if changing it would change other
   * places too, because it is reached through an alias, or because aliases refer to it.
   */
  find(place: EditPlace): FoundValue {
    const around: (YAMLMap | YAMLSeq)[] = [];
    let node: Node | null | undefined = this.#documents[place.document]?.contents;
    for (const token of splitPointer(place.pointer)) {
      if (isMap(node) || isSeq(node)) around.push(node);
      node = this.#memberOf(node, token, place);
    }
    if (!node)
      throw new EditError(
        place.pointer === '' ? 'The document is empty.' : `There is no value at ${place.pointer}.`,
      );
    if (isAlias(node)) throw aliased(place, 'is an alias');
    const named = [...around, node].find(({ anchor }) => this.#hasAlias(place, anchor));
    if (named) throw aliased(place, `is used elsewhere by the anchor &${named.anchor}`);
    return { node, around };
  }

  /** The mapping or sequence at a place. Throws an EditError in the same cases as `find`, and for any other value. */
  findCollection(place: EditPlace): YAMLMap | YAMLSeq {
    const { node } = this.find(place);
    if (isCollection(node)) return node;
    throw new EditError(`${describePlace(place)} is neither a mapping nor a sequence.`);
  }

  /** Whether a value, or a value within it, has an anchor that an alias refers to. */
  holdsAnchor(place: EditPlace, value: Node): boolean {
    let found = false;
    visit(value, (_, node) => {
      if (isScalar(node) || isCollection(node)) found ||= this.#hasAlias(place, node.anchor);
      return found ? visit.BREAK : undefined;
    });
    return found;
  }

  #memberOf(node: Node | null | undefined, token: string, place: EditPlace): Node | null | undefined {
    if (isAlias(node)) throw aliased(place, 'is reached through an alias');
    if (isSeq<Node | null>(node)) return node.items[Number(token)];
    return isMap<Node, Node | null>(node) ? this.#membersOf(node).get(token) : undefined;
  }

  #membersOf(map: YAMLMap<Node, Node | null>): ReadonlyMap<string, Node | null> {
    const known = this.#members.get(map);
    if (known) return known;
    const scalars = map.items.filter(({ key }) => isScalar(key));
    const members = new Map(scalars.map(({ key, value }) => [keyOf(key), value]));
    this.#members.set(map, members);
    return members;
  }

  #hasAlias({ document }: EditPlace, anchor: string | undefined): boolean {
    if (anchor === undefined) return false;
    const known = this.#aliased.get(document) ?? aliasesOf(this.#documents[document]);
    this.#aliased.set(document, known);
    return known.has(anchor);
  }
}

/** Reads keys as the loader does, and ignores the errors of a text, which the loader has reported. */
const asLoaded = {
  uniqueKeys: false,
  stringKeys: true,
  resolveKnownTags: false,
  logLevel: 'silent',
} as const;

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

function aliasesOf(document: Document.Parsed | undefined): ReadonlySet<string> {
  const names = new Set<string>();
  if (document) visit(document, { Alias: (_, { source }) => void names.add(source) });
  return names;
}

/** The text of a scalar key; empty for any other key. */
export function keyOf(key: unknown): string {
  return isScalar(key) ? String(key.value) : '';
}

function aliased(place: EditPlace, why: string): EditError {
  return new EditError(`${describePlace(place)} ${why}, so it has to be edited by hand.`);
}

/** A place as the subject of a sentence. */
export function describePlace({ pointer }: EditPlace): string {
  return pointer === '' ? 'The document' : `The value at ${pointer}`;
}

/** The offset after the last significant character of a node, before any blank lines and comments below it. */
export function endOfContent(text: string, node: Node): number {
  if (isCollection(node) && node.flow !== true) {
    const last: unknown = node.items.at(-1);
    if (last) return endOfContent(text, (isPair(last) ? (last.value ?? last.key) : last) as Node);
  }
  const [start, end] = node.range ?? [0, 0];
  return isScalar(node) && node.type?.startsWith('BLOCK') ? endOfBlockScalar(text, start, end) : end;
}

/**
 * The end of a block scalar. Blank lines below it belong to it if its header has a `+` (YAML 1.2.2, section 8.1.1.2).
 */
function endOfBlockScalar(text: string, start: number, end: number): number {
  const scalar = text.slice(start, end);
  if (/^[|>]\d?\+/.test(scalar)) return end - 1;
  return start + scalar.replace(/[\r\n]+$/, '').length;
}
