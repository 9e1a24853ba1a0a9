import type { Json, JsonObject } from '#compiled/json.ts';

/** How the value of a parameter, a header or a form field is written (OpenAPI 3.1, section 4.8.12.6). */
export interface Serialisation {
  /** `json` and `opaque` are for values in a media type; `opaque` is also for unknown styles. */
  readonly style:
    | 'simple'
    | 'label'
    | 'matrix'
    | 'form'
    | 'cookie'
    | 'spaceDelimited'
    | 'tabDelimited'
    | 'pipeDelimited'
    | 'deepObject'
    | 'json'
    | 'opaque';
  /** Whether each item or member is written separately: `a=1&a=2`. */
  readonly explode: boolean;
}

type Style = Serialisation['style'];

const styles: ReadonlyMap<Json | undefined, Style> = new Map(
  (
    ['simple', 'label', 'matrix', 'form', 'cookie', 'spaceDelimited', 'pipeDelimited', 'deepObject'] as const
  ).map((style) => [style, style]),
);

/**
 * The style without a declaration: values are separated by commas in paths and headers, and are fields of a form in all
 * other locations.
 */
function defaultStyle(location: string): Style {
  return location === 'path' || location === 'header' ? 'simple' : 'form';
}

/** The serialisation that an object of OpenAPI 3 declares, or the default of its location. */
export function serialisationOf(declared: JsonObject, location: string): Serialisation {
  const style = styles.get(declared['style'] ?? defaultStyle(location)) ?? 'opaque';
  const isForm = style === 'form' || style === 'cookie';
  const explode = typeof declared['explode'] === 'boolean' ? declared['explode'] : isForm;
  return { style, explode };
}

/** The serialisation of a value that is written in a media type. */
export function serialisationOfContent(mediaType: string): Serialisation {
  return { style: isJson(mediaType) ? 'json' : 'opaque', explode: false };
}

/** Whether a media type is JSON, including structured suffixes (RFC 6839 section 3.1). */
export function isJson(mediaType: string): boolean {
  return /^[^;]*[/+]json\s*(;|$)/i.test(mediaType);
}

const formats: ReadonlyMap<Json | undefined, Pick<Serialisation, 'style' | 'explode'>> = new Map([
  ['ssv', { style: 'spaceDelimited', explode: false }],
  ['tsv', { style: 'tabDelimited', explode: false }],
  ['pipes', { style: 'pipeDelimited', explode: false }],
  ['multi', { style: 'form', explode: true }],
]);

/** The serialisation that an object of OpenAPI 2.0 declares with `collectionFormat`, or the default of its location. */
export function serialisationOfSwagger(declared: JsonObject, location: string): Serialisation {
  const commas = { style: defaultStyle(location), explode: false };
  return formats.get(declared['collectionFormat']) ?? commas;
}
