import type { CompiledApi } from './compiled-api.ts';
import { unpackPart } from './compiled.ts';
import type { Json, JsonObject } from './json.ts';

/**
 * Parses the text of a part, except its contract, which is parsed each time that it is read, so a caller that needs it
 * again keeps it. Calls do not read it, and its objects take ten times the memory of its text, which each garbage
 * collection would go through. A text in another layout than `canonicalJson` and `JSON.stringify` write is parsed whole.
 */
export function unpackDeferred(text: string): CompiledApi {
  const located = locateContract(text);
  if (!located) return unpackPart(text);
  const part = JSON.parse(withoutMember(text, located.contract)) as CompiledApi;
  // It has a second one, whose name is written with an escape.
  if ('contract' in part) return unpackPart(text);
  Object.defineProperty(part, deferred, { value: located });
  // A property that is replaced by a getter makes objects slow, so the member was left out.
  return Object.defineProperty(part, 'contract', { enumerable: true, get: readContract });
}

/** A part as JSON. */
export function textOfPart(part: CompiledApi): string {
  return isDeferred(part) ? part[deferred].text : JSON.stringify(part);
}

/** The contract of a part as JSON. */
export function textOfContract(part: CompiledApi): string {
  return isDeferred(part) ? textOf(part[deferred], 'contract') : JSON.stringify(part.contract);
}

/** The members of a contract that can be read without the others, which are often longer. */
type IndexedMember = 'info' | 'tags' | 'externalDocs' | 'paths';

/** A member of the contract of a part, without parsing the others if the contract is deferred. */
export function memberOfContract(part: CompiledApi, name: IndexedMember): Json | undefined {
  if (!isDeferred(part)) return part.contract[name];
  return part[deferred][name] && (JSON.parse(textOf(part[deferred], name)) as Json);
}

/** Whether a contract is parsed again each time that it is read, which takes less than a millisecond. */
export function isQuicklyParsed(part: Pick<CompiledApi, 'contract'>): boolean {
  if (!isDeferred(part)) return false;
  const { start, end } = part[deferred].contract;
  return end - start < 64 * 1024;
}

const deferred = Symbol('where the contract is in the text of the part');

interface Located extends Readonly<Record<IndexedMember, Member | undefined>> {
  readonly text: string;
  readonly contract: Member;
}

/** Where a member of an object is in a text: its name begins at `nameStart`, its value at `start`. */
interface Member {
  readonly nameStart: number;
  readonly start: number;
  readonly end: number;
}

type DeferredPart = CompiledApi & { readonly [deferred]: Located };

function isDeferred(part: object): part is DeferredPart {
  return deferred in part;
}

/** One function for all parts, so that they have one shape. */
function readContract(this: DeferredPart): JsonObject {
  return JSON.parse(textOf(this[deferred], 'contract')) as JsonObject;
}

function textOf(located: Located, name: 'contract' | IndexedMember): string {
  return located.text.slice(located[name]?.start, located[name]?.end);
}

/** Undefined if the text has white space between members, or not one contract. */
function locateContract(text: string): Located | undefined {
  const [contract, ...more] = findMembers(text, 0)?.get('contract') ?? [];
  const inside = contract && more.length === 0 ? findMembers(text, contract.start) : undefined;
  // Of members with one name, JSON.parse takes the last.
  if (!contract || !inside) return undefined;
  const last = (name: IndexedMember) => inside.get(name)?.at(-1);
  const [info, tags, externalDocs, paths] = [last('info'), last('tags'), last('externalDocs'), last('paths')];
  return { text, contract, info, tags, externalDocs, paths };
}

/** The members of the object that begins at an index, by name; undefined if there is white space between them. */
function findMembers(text: string, open: number): ReadonlyMap<string, readonly Member[]> | undefined {
  if (text[open] !== '{') return undefined;
  const members = new Map<string, Member[]>();
  let index = open;
  do {
    const nameStart = index + 1;
    const nameEnd = endOfString(text, nameStart);
    if (text[nameStart] !== '"' || text[nameEnd] !== ':') return undefined;
    const member = { nameStart, start: nameEnd + 1, end: endOfValue(text, nameEnd + 1) };
    const name = text.slice(nameStart + 1, nameEnd - 1);
    const known = members.get(name);
    if (known) known.push(member);
    else members.set(name, [member]);
    index = member.end;
  } while (text[index] === ',');
  return text[index] === '}' ? members : undefined;
}

function withoutMember(text: string, { nameStart, end }: Member): string {
  if (text[end] === ',') return text.slice(0, nameStart) + text.slice(end + 1);
  return text.slice(0, text[nameStart - 1] === ',' ? nameStart - 1 : nameStart) + text.slice(end);
}

/** The index of the comma or bracket after a value. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  let index = start;
  while (index < text.length) {
    const character = text[index];
    if (depth === 0 && (character === ',' || character === '}')) break;
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    index = character === '"' ? endOfString(text, index) : index + 1;
  }
  return index;
}

/** The index after the quote that ends a string; the end of the text if none does. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end + 1;
}

function isEscaped(text: string, index: number): boolean {
  let slashes = 0;
  while (text[index - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}
