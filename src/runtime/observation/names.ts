/** The maximum length of a name; longer texts are data. */
const maxLength = 40;

/**
 * Whether a text looks like the name of a field or a parameter, and not like an identifier, a secret or an address.
 * Callers can choose names too, so other texts are never shown.
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

const usualMediaTypes: ReadonlySet<string> = new Set(
  [
    'json',
    'xml',
    'yaml',
    'pdf',
    'zip',
    'gzip',
    'octet-stream',
    'x-www-form-urlencoded',
    'javascript',
    'graphql',
    'problem+json',
    'problem+xml',
    'hal+json',
    'hal+xml',
    'ld+json',
    'geo+json',
    'vnd.api+json',
    'schema+json',
    'json-patch+json',
    'merge-patch+json',
    'ndjson',
    'x-ndjson',
    'jsonl',
    'json-seq',
    'x-yaml',
    'x-protobuf',
    'protobuf',
    'cbor',
    'msgpack',
    'soap+xml',
    'atom+xml',
    'rss+xml',
    'grpc',
    'jwt',
    'jose',
    'wasm',
    'rtf',
    'graphql-response+json',
    'fhir+json',
    'scim+json',
    'openmetrics-text',
    'x-tar',
    'vnd.ms-excel',
    'msword',
  ].map((subtype) => `application/${subtype}`),
);

/** Usual media types outside of `application`. */
const usualOthers =
  /^(?:text\/(?:plain|html|css|csv|xml|markdown|yaml|calendar|javascript|event-stream|tab-separated-values|turtle|vcard)|image\/(?:png|jpeg|gif|webp|avif|bmp|tiff|svg\+xml|x-icon|vnd\.microsoft\.icon|heic)|audio\/(?:mpeg|ogg|wav|webm|aac|flac|mp4)|video\/(?:mp4|mpeg|ogg|webm|quicktime)|font\/(?:woff2?|ttf|otf)|multipart\/(?:form-data|mixed|related|byteranges|alternative))$/;

/** A media type that may be shown; undefined for any other, since a caller may have written anything. */
export function showMediaType(mediaType: string): string | undefined {
  return usualMediaTypes.has(mediaType) || usualOthers.test(mediaType) ? mediaType : undefined;
}

/** The maximum number of names that are shown at one place. An object with more names is a map, whose keys are data. */
const maxNames = 20;
/** The maximum number of places with names. */
const maxPlaces = 2000;

/** Decides which undeclared names are shown, in bounded memory. */
export class ShownNames {
  readonly #byPlace = new Map<string, Set<string>>();

  /**
   * Returns the name, or undefined if it must stay hidden; `place` identifies the object or the message that contains
   * it.
   */
  show(place: string, name: string): string | undefined {
    if (!readsLikeName(name)) return undefined;
    const known = this.#byPlace.get(place);
    if (known?.has(name)) return name;
    if ((known?.size ?? 0) >= maxNames || (!known && this.#byPlace.size >= maxPlaces)) return undefined;
    this.#byPlace.set(place, (known ?? new Set()).add(name));
    return name;
  }
}
