import { isJsonObject, memberOf, type Json, type JsonObject } from '#compiled/json.ts';
import { withNumberTexts, type NumberTexts } from '#compiled/contract/number-texts.ts';

/**
 * The values of a document for people: JSON.stringify writes their numbers as the document does. What else reads these
 * values, must expect a `JSON.rawJSON` in place of such a number.
 */
export class ExactValues {
  readonly #root: JsonObject;
  readonly #texts: NumberTexts | undefined;
  #byHolder: ReadonlyMap<object, Json> | undefined;

  constructor(root: JsonObject, texts: NumberTexts | undefined) {
    this.#root = root;
    this.#texts = texts;
  }

  /** A member of an object or a list of the document. */
  member(holder: Json, name: string | number): Json | undefined {
    const value = memberOf(holder, name);
    if (value === undefined || !this.#texts || typeof holder !== 'object' || holder === null) return value;
    this.#byHolder ??= indexTexts(this.#root, this.#texts);
    return withNumberTexts(value, memberOf(this.#byHolder.get(holder), name));
  }

  /** A document with the same members at the same places, or a part of one. */
  everywhere(document: JsonObject): JsonObject {
    return withNumberTexts(document, this.#texts) as JsonObject;
  }
}

/** The texts of the numbers in each object and list that has any. */
function indexTexts(root: Json, texts: Json): ReadonlyMap<object, Json> {
  const found = new Map<object, Json>();
  const add = (value: Json | undefined, at: Json): void => {
    if (!isJsonObject(at) || typeof value !== 'object' || value === null) return;
    found.set(value, at);
    for (const [name, below] of Object.entries(at)) add(memberOf(value, name), below);
  };
  add(root, texts);
  return found;
}
