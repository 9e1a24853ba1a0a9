import type { ParameterNode } from '#openapi/model.ts';
import { parameterValues, textsOf } from '#compiler/rule/parts/parameter-values.ts';

/** The media types of formats that go by a short name. */
const typesOfFormats: ReadonlyMap<string, string> = new Map([
  ['json', 'application/json'],
  ['xml', 'application/xml'],
  ['yaml', 'application/yaml'],
  ['yml', 'application/yaml'],
  ['csv', 'text/csv'],
  ['tsv', 'text/tab-separated-values'],
  ['html', 'text/html'],
  ['htm', 'text/html'],
  ['xhtml', 'application/xhtml+xml'],
  ['text', 'text/plain'],
  ['txt', 'text/plain'],
  ['pdf', 'application/pdf'],
  ['rss', 'application/rss+xml'],
  ['atom', 'application/atom+xml'],
  ['geojson', 'application/geo+json'],
  ['json-ld', 'application/ld+json'],
  ['jsonld', 'application/ld+json'],
  ['ndjson', 'application/x-ndjson'],
  ['kml', 'application/vnd.google-earth.kml+xml'],
  ['gml', 'application/gml+xml'],
  ['gpx', 'application/gpx+xml'],
  ['xls', 'application/vnd.ms-excel'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['rdf', 'application/rdf+xml'],
  ['ttl', 'text/turtle'],
  ['turtle', 'text/turtle'],
  ['proto', 'application/protobuf'],
  ['protobuf', 'application/protobuf'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['svg', 'image/svg+xml'],
  ['tif', 'image/tiff'],
  ['tiff', 'image/tiff'],
]);

const mediaTypes =
  /(?<![\w/.+-])(application|audio|image|multipart|text|video)\/[\w.+-]*\w(\s*;\s*[\w-]+=[\w.-]+)*/gi;

/** Words of a description that may mean something other than a format. */
const ambiguous = new Set(['text', 'atom', 'turtle']);

/** Parameters of a media type that concern a single message rather than the type. */
const incidental = /;(charset|boundary|q)=[^;]*/g;

/** The media types that a parameter lists, or else those in its description; ranges are left out. */
export function namedMediaTypes(parameter: ParameterNode): readonly string[] {
  const values = parameterValues(parameter).flatMap(({ value }) => textsOf(value));
  if (values.length > 0) return distinct(values.flatMap((value) => [...typesIn(value), ...typeOf(value)]));
  const description = parameter.text('description') ?? '';
  const words = description.toLowerCase().match(/[a-z]+/g) ?? [];
  const types = typesIn(description);
  if (types.length > 0 || parameter.location === 'header') return distinct(types);
  return distinct(words.filter((word) => !ambiguous.has(word)).flatMap(typeOf));
}

/** The media type of a format by its short name. */
export function typeOf(format: string): readonly string[] {
  return [typesOfFormats.get(format.toLowerCase()) ?? []].flat();
}

function typesIn(text: string): readonly string[] {
  return (text.match(mediaTypes) ?? []).map((type) =>
    type.toLowerCase().replaceAll(/\s/g, '').replaceAll(incidental, ''),
  );
}

function distinct(types: readonly string[]): readonly string[] {
  return [...new Set(types)];
}
