import { allLists } from '#compiled/manifest.ts';
import { isJsonObject, type Json } from '#compiled/json.ts';
import type { Change, Sensitivity, Subject } from '#compiler/plan/change.ts';
import { diffLeaves } from '#compiler/plan/declarations/diff-leaves.ts';
import { splitPointer } from '#source/place.ts';
import type { SourceLocation } from '#source/source-location.ts';
import type { LocatedChange } from '../plan-report.ts';

/** The nouns of the kinds of subjects. */
const nouns: ReadonlyMap<string, string> = new Map([
  ['Gateway', 'gateway'],
  ...allLists.map(({ kind, noun }) => [kind, noun] as const),
]);

/** The order of the kinds: the kinds that affect callers most come first. */
const kindOrder = [
  ...new Set(['Api', 'Subscription', 'Application', ...allLists.map(({ kind }) => kind), 'Gateway']),
];

export const signs = { add: '+', change: '~', remove: '-' } as const;

function nounOf(kind: string): string {
  const noun = nouns.get(kind) ?? kind;
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

/** `API DogPark/v1`, `Subscription of DogWalker to DogPark/v1` */
export function nameSubject({ kind, name }: Subject): string {
  const isPair = kind === 'Subscription';
  return `${nounOf(kind)} ${isPair ? name.replace(/^(\S+) /, 'of $1 to ') : name}`;
}

/**
 * Changes by subject: the subjects that affect callers most come first, and within a subject, breaking changes come
 * first.
 */
export function groupChanges<T extends Change>(changes: readonly T[]): readonly (readonly T[])[] {
  const groups = Map.groupBy(changes, ({ subject }) => nameSubject(subject));
  return [...groups.values()].map(sortGravestFirst).toSorted((a, b) => orderOf(a) - orderOf(b));
}

function orderOf([first]: readonly Change[]): number {
  return first ? kindOrder.indexOf(first.subject.kind) : 0;
}

const gravity = { breaking: 0, risky: 1, sensitive: 2, compatible: 3, text: 4 } as const;

/** Sorts changes: breaking, risky, sensitive, others, texts. Changes of equal weight stay in order. */
function sortGravestFirst<T extends Change>(changes: readonly T[]): readonly T[] {
  const weigh = ({ compatibility = 'compatible', sensitive }: Change) =>
    Math.min(gravity[compatibility], sensitive ? gravity.sensitive : gravity.text);
  return changes.toSorted((a, b) => weigh(a) - weigh(b));
}

/** The sensitive aspects of a change, for people. */
export const sensitivities: Readonly<Record<Sensitivity, string>> = {
  traffic: 'where calls go',
  access: 'who may call',
  checks: 'what is checked',
};

/** The location of a change; for a removed value, its former location. */
export function shownLocation({
  action,
  locations: { base, head },
}: LocatedChange): ShownLocation | undefined {
  const isInBase = base !== undefined && (action === 'remove' || !head);
  const at = isInBase ? base : head;
  return at && { at, isInBase };
}

interface ShownLocation {
  readonly at: SourceLocation;
  readonly isInBase: boolean;
}

const maxValueLength = 60;

/**
 * The old and the new value of a change, after the name of the field: `secrets 1 → 2`, `deprecated true → false`.
 * Undefined if one of the values is missing, or if the message already contains them.
 */
export function renderValues(change: Change): string | undefined {
  const { message, before, after } = change;
  if (before === undefined || after === undefined || message.includes(' → ')) return undefined;
  if (isJsonObject(before) && isJsonObject(after)) {
    const leaves = diffLeaves(before, after).map(({ path, before: earlier = null, after: later = null }) =>
      renderPair(message.includes(`${path.join('.')} changed`) ? '' : path.join('.'), earlier, later),
    );
    return leaves.length === 0 ? undefined : leaves.join(', ');
  }
  const [earlier, later] = [toText(before), toText(after)];
  if (earlier === later || (mentions(message, earlier) && mentions(message, later))) return undefined;
  return renderPair(subjectOfValue(change), before, after);
}

function toText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function renderPair(subject: string, before: Json, after: Json): string {
  const [earlier, later] = [toText(before), toText(after)];
  const start = startOfDifference(earlier, later);
  const values = [earlier, later].map((value) => cutValue(value || '""', start)).join(' → ');
  return subject === '' ? values : `${subject} ${values}`;
}

/** The name of the field whose value changes; empty for an item of a list, or if the message names the field. */
function subjectOfValue({ at: { base, head }, message }: Change): string {
  const name = splitPointer((head ?? base)?.pointer ?? '').at(-1) ?? '';
  return /^\d*$/.test(name) || message.includes(`${name} changed`) ? '' : name;
}

/** The index of the first character to show of two values: a few characters before their difference. */
function startOfDifference(earlier: string, later: string): number {
  const longest = Math.max(earlier.length, later.length);
  let same = 0;
  while (same < longest && earlier[same] === later[same]) same += 1;
  return longest > maxValueLength && same > maxValueLength / 2 ? same - maxValueLength / 4 : 0;
}

function cutValue(value: string, start: number): string {
  return cutText(start === 0 ? value : `…${value.slice(start)}`, maxValueLength);
}

/** Whether a sentence contains a value as a whole word: `500` does not contain 5. */
function mentions(sentence: string, value: string): boolean {
  const at = sentence.indexOf(value);
  const isWithin = (character = ' ') => /\w/.test(character);
  return at !== -1 && !isWithin(sentence[at - 1]) && !isWithin(sentence[at + value.length]);
}

/** A text, cut off with `…` if it is longer than `most`. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** The first `most` items of a list, and the number of the others. */
export function takeMost<T>(
  all: readonly T[],
  most: number,
): { readonly shown: readonly T[]; readonly left: number } {
  return { shown: all.slice(0, most), left: Math.max(0, all.length - most) };
}
