import type { CompiledApi } from './compiled-api.ts';
import type { Json, JsonObject } from './json.ts';

/**
 * Parses the text of a part, except its contract, which is parsed when it is read. Calls do not read it, and its objects
 * take ten times the memory of its text, which each garbage collection would go through.
 */
export function unpackDeferred(text: string): CompiledApi {
  const [start, end] = findMember(text, 'contract') ?? noContract();
  const before = text.slice(0, start - '"contract":'.length);
  // The member is left out, since a property that is replaced by a getter makes objects slow.
  const others =
    text[end] === ',' ? before + text.slice(end + 1) : before.replace(/,$/, '') + text.slice(end);
  const part = JSON.parse(others) as CompiledApi;
  Object.defineProperty(part, contractText, { value: text.slice(start, end) });
  return Object.defineProperty(part, 'contract', { enumerable: true, get: readContract });
}

function noContract(): never {
  throw new TypeError('The text of a part has no contract.');
}

/** A member of the contract of a part, without parsing the others if the contract is deferred. */
export function memberOfContract(part: CompiledApi, name: 'info' | 'tags'): Json | undefined {
  if (!isDeferred(part)) return part.contract[name];
  const span = findMember(part[contractText], name);
  return span && (JSON.parse(part[contractText].slice(...span)) as Json);
}

/** The length of the contract of a part as JSON, in UTF-16 code units. */
export function lengthOfContract(part: CompiledApi): number {
  return isDeferred(part) ? part[contractText].length : JSON.stringify(part.contract).length;
}

const contractText = Symbol('the text of the contract');

type DeferredPart = CompiledApi & { readonly [contractText]: string };

function isDeferred(part: CompiledApi): part is DeferredPart {
  return contractText in part;
}

/** One function for all parts, so that they have one shape. */
function readContract(this: DeferredPart): JsonObject {
  const text = this[contractText];
  if (text.length < minCharacters) return JSON.parse(text) as JsonObject;
  return parsed.get(this) ?? parsed.add(this, JSON.parse(text) as JsonObject);
}

/** A shorter contract is parsed in less than a millisecond, and what lives shortly costs garbage collection little. */
const minCharacters = 64 * 1024;

/** How long a parsed contract stays without being read, at least, in milliseconds. */
const cachedMs = 10_000;

/** After so many characters of contracts, those that were read before may go earlier. */
const maxCharacters = 4 * 1024 ** 2;

/** The long contracts that were read lately: the first calls of the operations of an API read the same one. */
class ParsedContracts {
  #latest = new Map<DeferredPart, JsonObject>();
  #earlier = new Map<DeferredPart, JsonObject>();
  #characters = 0;
  #timer: NodeJS.Timeout | undefined;

  get(part: DeferredPart): JsonObject | undefined {
    const latest = this.#latest.get(part);
    if (latest) return latest;
    const earlier = this.#earlier.get(part);
    return earlier && this.add(part, earlier);
  }

  add(part: DeferredPart, contract: JsonObject): JsonObject {
    this.#characters += part[contractText].length;
    if (this.#characters > maxCharacters) this.#age();
    this.#latest.set(part, contract);
    this.#timer ??= setTimeout(() => this.#age(), cachedMs).unref();
    return contract;
  }

  #age(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    [this.#earlier, this.#latest, this.#characters] = [this.#latest, new Map(), 0];
    if (this.#earlier.size > 0) this.#timer = setTimeout(() => this.#age(), cachedMs).unref();
  }
}

const parsed = new ParsedContracts();

/**
 * Where the value of a member of an object begins and ends; undefined if the object has no such member. The text is valid
 * JSON without whitespace.
 */
function findMember(text: string, name: string): readonly [number, number] | undefined {
  const key = `${JSON.stringify(name)}:`;
  let index = 1;
  while (text[index] === '"') {
    const start = endOfString(text, index) + 1;
    const end = endOfValue(text, start);
    if (text.startsWith(key, index)) return [start, end];
    index = end + 1;
  }
  return undefined;
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
