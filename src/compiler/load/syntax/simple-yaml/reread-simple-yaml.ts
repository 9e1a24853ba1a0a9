import { maxValues } from '../find-unfit-value.ts';
import type { PlaceTape } from '../place-tape.ts';
import { takeKey } from './block-key.ts';
import { readMemberValue } from './block-node.ts';
import { openBrace, openBracket } from './characters.ts';
import { Doubt } from './doubt.ts';
import { findEdit, type Edit } from '#source/find-edit.ts';
import { decodeKey } from './quoted-scalar.ts';
import { hasLoneReturn, type SimpleYaml } from './read-simple-yaml.ts';
import { YamlCursor } from './yaml-cursor.ts';

/** The maximum size of a member, in characters, that is read again as a whole. */
const fewCharacters = 50_000;

/** A text, and the result of reading it. */
export interface ReadYaml {
  readonly text: string;
  readonly yaml: SimpleYaml;
}

/**
 * Reads a text of which an earlier state was read: only the member of a mapping that contains the difference, if
 * everything outside it is certain to be read as before. Returns undefined otherwise; the result is always that of
 * reading the whole text. A member of at most `smallest` characters is read again as a whole.
 */
export function rereadSimpleYaml(
  before: ReadYaml,
  text: string,
  smallest = fewCharacters,
): SimpleYaml | undefined {
  const { documents, places } = before.yaml;
  const [document] = documents;
  if (!document || documents.length > 1) return undefined;
  const edit = findEdit(before.text, text);
  const path = findMembers(before.text, places, document.root, edit, smallest);
  const member = path.at(-1);
  if (member === undefined) return undefined;
  const read = rereadMember(before.text, text, places.keyStart(member), path.length, edit);
  if (!read) return undefined;
  const to = places.next(member);
  const tape = places.replace(member, to, read.tape, text.length - before.text.length);
  if (tape.size - document.root > maxValues) return undefined;
  const names = path.map((one) => decodeKey(text, places.keyStart(one), places.keyEnd(one)));
  return {
    documents: [{ value: withValue(document.value, names, read.value), root: document.root }],
    places: tape,
  };
}

/**
 * The nested members that contain an edit, outermost first, down to the first member that is small or not a block
 * mapping.
 */
function findMembers(
  text: string,
  places: PlaceTape,
  root: number,
  edit: Edit,
  smallest: number,
): readonly number[] {
  const path: number[] = [];
  let end = text.length;
  let mapping = root;
  while (isBlockMapping(text, places, mapping)) {
    const [member, next] = memberAround(places, mapping, edit.start);
    if (member === undefined) return path;
    path.push(member);
    if (next !== undefined) end = places.keyStart(next);
    if (end - places.keyStart(member) <= smallest) return path;
    mapping = member;
  }
  return path;
}

function isBlockMapping(text: string, places: PlaceTape, value: number): boolean {
  const code = text.charCodeAt(places.start(value));
  const hasMembers = places.next(value) > value + 1 && places.keyEnd(value + 1) !== 0;
  return hasMembers && code !== openBrace && code !== openBracket;
}

/** The last member whose key ends before an offset, and the member after it. */
function memberAround(places: PlaceTape, mapping: number, offset: number): [number?, number?] {
  const end = places.next(mapping);
  let member: number | undefined;
  for (let child = mapping + 1; child < end; child = places.next(child)) {
    if (places.keyEnd(child) >= offset) return member === undefined ? [] : [member, child];
    member = child;
  }
  return member === undefined ? [] : [member];
}

interface ReadMember {
  readonly value: unknown;
  readonly tape: PlaceTape;
}

/**
 * Reads a member in both texts. The reader's state is only its position and a few numbers: if these are the same after
 * the member, it would read the rest as before.
 */
function rereadMember(
  before: string,
  text: string,
  start: number,
  depth: number,
  edit: Edit,
): ReadMember | undefined {
  const column = start - before.lastIndexOf('\n', start - 1) - 1;
  const [old, now] = [new YamlCursor(before, start, depth), new YamlCursor(text, start, depth)];
  const [oldMember, member] = [readMember(old, column), readMember(now, column)];
  if (!member || member.name !== oldMember?.name || old.at < edit.endBefore) return undefined;
  const shift = text.length - before.length;
  const isSame =
    now.at === old.at + shift &&
    now.extent === old.extent + shift &&
    now.column === old.column &&
    now.commentColumn === old.commentColumn;
  if (!isSame || hasLoneReturn(text.slice(start, now.at))) return undefined;
  return { value: member.value, tape: now.tape };
}

/** Reads a member; undefined if the text is too complex for this reader. */
function readMember(cursor: YamlCursor, column: number): { name: string; value: unknown } | undefined {
  try {
    const name = takeKey(cursor, column);
    return name === undefined ? undefined : { name, value: readMemberValue(cursor, column) };
  } catch (error) {
    if (error instanceof Doubt) return undefined;
    throw error;
  }
}

/** A copy of a value with a replaced member at a path; all other members are the same objects. */
function withValue(holder: unknown, [name, ...below]: readonly string[], value: unknown): object {
  const members = { ...(holder as Record<string, unknown>) };
  if (name !== undefined) members[name] = below.length === 0 ? value : withValue(members[name], below, value);
  return members;
}
