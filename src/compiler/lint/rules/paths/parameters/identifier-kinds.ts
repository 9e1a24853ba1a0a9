import pluralize from 'pluralize';
import type { PathNode } from '#openapi/model.ts';
import type { PathSegment } from '#openapi/path-segment.ts';
import { oncePer } from '#compiler/rule/once-per.ts';
import { readWords, splitWords } from '#compiler/rule/words/split-words.ts';
import { numberOf } from '#compiler/rule/words/word-number.ts';

/** Elements of a path that name the kind of the identifier in the next element: `by_chip` before `{chip}`. */
interface IdentifierKind {
  /** The kind in snake_case. */
  readonly kind: string;
  /** The index of the first of these segments. */
  readonly start: number;
  /** The index of the identifier's segment. */
  readonly end: number;
}

/** The kinds in a path that are elements of their own. */
export const identifierKinds = oncePer((path: PathNode): readonly IdentifierKind[] => {
  const found: IdentifierKind[] = [];
  for (const [end, { form }] of path.segments.entries()) {
    const isBelowKind = found.at(-1)?.end === end - 2;
    const kind = form === 'identifier' ? kindBefore(path, end, isBelowKind) : undefined;
    if (kind) found.push({ ...kind, end });
  }
  return found;
});

/**
 * The kind before the identifier at `end`. `isBelowKind`: whether the identifier of another kind directly precedes it.
 */
function kindBefore(
  { segments }: PathNode,
  end: number,
  isBelowKind: boolean,
): Omit<IdentifierKind, 'end'> | undefined {
  const [above = [], before = []] = [end - 2, end - 1].map((index) => staticWords(segments[index]));
  const own = wordsOf(segments[end]?.parameters[0] ?? '');
  if (before.length === 0) return undefined;
  if (before[0] === 'by') {
    return { kind: (before.length > 1 ? before.slice(1) : own).join('_'), start: end - 1 };
  }
  if (above.join('_') === 'by') return { kind: before.join('_'), start: end - 2 };
  if (before.join('_') !== own.join('_') || done.has(before.join('_'))) return undefined;
  if (numberOf(before.join('_')) === 'plural') return undefined;
  if (!isBelowKind && numberOf(above.join('_')) !== 'plural') return undefined;
  return { kind: before.join('_'), start: end - 1 };
}

/** Words for actions, which do not say what identifies something. */
const done = new Set(readWords('browse filter find list lookup query search suggest'));

function staticWords(segment: PathNode['segments'][number] | undefined): readonly string[] {
  return segment?.form === 'static' ? wordsOf(segment.text) : [];
}

function wordsOf(text: string): readonly string[] {
  return splitWords(text).map((word) => word.toLowerCase());
}

/** Whether a kind is the id of one element of a collection: `external_dog_id` of `dogs`. */
export function isOwnId(kind: string, collection: string): boolean {
  const [id = '', ...words] = kind.split('_').toReversed();
  if (!/^(id|uuid|guid)$/.test(id)) return false;
  const element = splitWords(pluralize.singular(collection)).at(-1)?.toLowerCase() ?? '';
  return words.length === 0 || words.includes(element);
}

/** Kinds that are joined without `<id_kind>=`: `chip:{chip}`, `chip-{chip}`; `;chip={chip}`. */
const separated = /^(?<kind>[A-Za-z][A-Za-z0-9_]*)[:~!-]\{[^{}]*\}$/;
const matrix = /^;(?<kind>[^;={}]+)=\{[^{}]*\}$/;

/** The kind of identifier that an element of a path names in another form than `<id_kind>=`. */
export function kindWithoutEquals({ form, text }: PathSegment): string | undefined {
  if (form !== 'mixed') return undefined;
  return (separated.exec(text) ?? matrix.exec(text))?.groups?.['kind'];
}
