import { isJsonObject, memberOf, valueAt, type Json } from '#compiled/json.ts';
import { isTextOf, type NumberTexts } from '#compiled/contract/number-texts.ts';
import { splitPointer, type Place } from '#source/place.ts';
import type { SourceDocument } from '#compiler/workspace/source-file.ts';
import type { Bundle } from './bundle.ts';
import type { Origins } from './origins.ts';

/** The texts of the numbers of a file, see `SourceDocument.numberTexts`. */
type TextsOf = (file: string) => Json | undefined;

/** The texts of the numbers of a bundled document, at their places in it; undefined without any. */
export function numberTextsInBundle(
  { contract, origins }: Bundle,
  textsOf: TextsOf,
): NumberTexts | undefined {
  const place = origins.of(contract)?.place;
  const texts =
    origins.size === 1
      ? place && textsOf(place.file)
      : new Mover(origins, textsOf).move(contract, place && textsAt(textsOf, place));
  return isJsonObject(texts) ? texts : undefined;
}

/** Reads the texts of the numbers of a bundle on first use, and then releases the documents. */
export function readNumberTextsOnce(
  bundled: Bundle,
  documents: ReadonlyMap<string, SourceDocument>,
): () => NumberTexts | undefined {
  let unread: typeof documents | undefined = documents;
  let texts: NumberTexts | undefined;
  return () => {
    if (unread) texts = numberTextsInBundle(bundled, (file) => unread?.get(file)?.numberTexts());
    unread = undefined;
    return texts;
  };
}

function textsAt(textsOf: TextsOf, { file, pointer }: Place): Json | undefined {
  return valueAt(textsOf(file), splitPointer(pointer));
}

/** Moves the texts of numbers along with the parts of a document that were moved. */
class Mover {
  readonly #origins: Origins;
  readonly #textsOf: TextsOf;

  constructor(origins: Origins, textsOf: TextsOf) {
    this.#origins = origins;
    this.#textsOf = textsOf;
  }

  /** The texts of a value, given those at its origin. */
  move(value: Json, texts: Json | undefined): Json | undefined {
    if (typeof value === 'number') return isTextOf(texts, value) ? texts : undefined;
    if (typeof value !== 'object' || value === null) return undefined;
    const members = Object.entries(value).flatMap(([name, member]) => {
      const moved = this.move(member, this.#originOf(value, name, member, texts));
      return moved === undefined ? [] : [[name, moved] as const];
    });
    return members.length === 0 ? undefined : Object.fromEntries(members);
  }

  #originOf(parent: object, name: string, member: Json, texts: Json | undefined): Json | undefined {
    const moved = isJsonObject(member) ? this.#origins.of(member) : undefined;
    const origin = moved ?? this.#origins.ofMember(parent, name);
    return origin ? textsAt(this.#textsOf, origin.place) : memberOf(texts, name);
  }
}
