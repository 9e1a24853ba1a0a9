/** The dialects of JSON Schema that a Schema Object of OpenAPI 3.1 and 3.2 can have (OpenAPI 3.1, section 4.8.24.5). */
export type DialectName = 'base' | '2020-12' | '2019-09' | 'draft-07' | 'draft-06' | 'draft-04';

/** The pattern of the URIs of each dialect; `base` is OpenAPI's own dialect, the default of documents. */
export const dialectPatterns: Readonly<Record<DialectName, string>> = {
  base: '^https://spec\\.openapis\\.org/oas/3\\.[12]/dialect(/.*)?$',
  '2020-12': '^https://json-schema\\.org/draft/2020-12/schema#?$',
  '2019-09': '^https://json-schema\\.org/draft/2019-09/schema#?$',
  'draft-07': '^https?://json-schema\\.org/draft-07/schema#?$',
  'draft-06': '^https?://json-schema\\.org/draft-06/schema#?$',
  'draft-04': '^https?://json-schema\\.org/draft-04/schema#?$',
};

export const dialectNames = Object.keys(dialectPatterns) as readonly DialectName[];

/** The dialect with a URI; undefined if it is not known. */
export function dialectOf(uri: string): DialectName | undefined {
  return dialectNames.find((name) => new RegExp(dialectPatterns[name]).test(uri));
}
