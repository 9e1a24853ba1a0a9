/** Longer texts are data. */
const maxLength = 40;

/**
 * Whether a text reads like the name of a field or a parameter, and not like an identifier, a secret or an address.
 * Names come from callers too, so only those that read like one are shown.
 */
export function readsLikeName(text: string): boolean {
  if (text.length > maxLength || !/^[A-Za-z_$][\w$.\-[\]]*$/.test(text)) return false;
  if (/^[a-f\d]{8,}$/i.test(text) || (text.match(/\d/g) ?? []).length > 3) return false;
  const words = splitWords(text);
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  return letters > 0 && words.length <= 2 + letters / 3 && words.every(isPronounceable);
}

/** The words of a name in camel case, in snake case or with hyphens. */
export function splitWords(text: string): readonly string[] {
  return text.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).filter((word) => word !== '');
}

function isPronounceable(word: string): boolean {
  return word.length <= 20 && !/[^aeiouy]{6}/i.test(word);
}

const usualMediaType =
  /^(?:application|audio|font|image|message|model|multipart|text|video)\/(?<subtype>[a-z\d][a-z\d.+-]*)$/;

/** A media type as it is shown: unknown ones could be anything. */
export function showMediaType(mediaType: string): string | undefined {
  const subtype = usualMediaType.exec(mediaType)?.groups?.['subtype'];
  if (subtype === undefined || subtype.length > 80) return undefined;
  return subtype.split(/[.+]/).every((part) => /^\d$/.test(part) || readsLikeName(part))
    ? mediaType
    : undefined;
}

/** How many names are shown at one place; an object with more of them is a map, whose keys are data. */
const maxNames = 20;
/** How many places have names. */
const maxPlaces = 2000;

/** Decides which undeclared names are shown, in bounded memory. */
export class ShownNames {
  readonly #byPlace = new Map<string, Set<string>>();

  /** The name, or undefined if it has to stay hidden; `place` is what it is a name of. */
  show(place: string, name: string): string | undefined {
    if (!readsLikeName(name)) return undefined;
    const known = this.#byPlace.get(place);
    if (known?.has(name)) return name;
    if ((known?.size ?? 0) >= maxNames || (!known && this.#byPlace.size >= maxPlaces)) return undefined;
    this.#byPlace.set(place, (known ?? new Set()).add(name));
    return name;
  }
}
