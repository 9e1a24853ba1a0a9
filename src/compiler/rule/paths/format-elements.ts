import type { ParameterNode, PathNode } from '#openapi/model.ts';
import type { Json } from '#compiled/json.ts';
import { parameterValues } from '../parts/parameter-values.ts';
import { readWords } from '../words/split-words.ts';

const fixedSuffix = /^(?<base>.+)(?<suffix>\.(json|xml|csv|ya?ml|rss|atom))$/i;
const chosenSuffix =
  /(?<suffix>\.\{(?<name>[^{}]+)\}|(?<=.)\{(?<ending>\.[^{}]+|(media|file|format|type)\w*extension)\})$/i;
const suffixNames = /^(_?format|fmt|ext|(media\w*|file\w*|format\w*|type\w*)?extension)$/i;

/** Files whose ending is a part of their name, and does not select a format. */
const files = new Set(['openapi', 'swagger', 'jwks', 'manifest', 'package', 'schema', 'sitemap', 'robots']);

/** The part of a path element that selects a format: `.json`, `.{ext}`. */
export function formatSuffixOf(path: PathNode, index: number): string | undefined {
  const text = path.segments[index]?.text ?? '';
  const chosen = chosenSuffix.exec(text)?.groups;
  const name = chosen?.['name'] ?? chosen?.['ending'] ?? '';
  if (chosen && isFormatParameter(path, name)) return chosen['suffix'];
  if (!text.includes('.')) return undefined;
  const { base = '', suffix } = fixedSuffix.exec(text)?.groups ?? {};
  const isFile = files.has(base.toLowerCase()) || path.segments[0]?.text === '.well-known';
  return isFile ? undefined : suffix;
}

const names = new Set(
  readWords(`
    ext extension format fmt alt output outputformat responseformat responsetype dataformat accept contenttype mediatype
    mime mimetype
  `),
);

const formats = new Set(
  readWords(`
    json xml yaml yml csv tsv html htm text txt pdf rss atom geojson jsonp json-ld jsonld ndjson kml gpx xls xlsx rdf
    ttl turtle media proto protobuf xhtml gml shp shpz png jpg jpeg gif webp svg tif tiff
  `),
);

const mediaType = /^(application|text|image|audio|video)\/[\w.+-]+$/i;

/**
 * Whether a parameter has a name for a format, and all its known values are formats. If no values are known, its
 * description must list formats of the response.
 */
export function choosesFormat(parameter: ParameterNode): boolean {
  if (!isFormatName(parameter.name)) return false;
  const values = parameterValues(parameter).map(({ value }) => value);
  if (values.length > 0) return values.every(isFormat);
  return responseNames.has(lettersOf(parameter.name)) && listsFormats(parameter.text('description') ?? '');
}

/** Names for the format of the response, rather than of the resources to search for. */
const responseNames = new Set(
  readWords('format fmt alt output outputformat responseformat responsetype dataformat'),
);

/** Data formats, whose names have no other meaning. */
const dataFormats = new Set(['json', 'xml', 'csv', 'yaml']);

/** Words between the formats of a list: `JSON format (default) or CSV`. */
const betweenFormats = new Set(['or', 'and', 'format', 'default']);

/** Whether a description contains two formats next to each other, one of them a data format: `json or csv`. */
function listsFormats(description: string): boolean {
  if (/\bdates?\b/i.test(description)) return false;
  const text = description.replaceAll(/<[^<>]*>/g, '').toLowerCase();
  const words = (text.match(/[a-z]+/g) ?? []).filter((word) => !betweenFormats.has(word));
  return words.some((word, index) => {
    const pair = [word, words[index + 1] ?? ''];
    return pair.every((one) => formats.has(one)) && pair.some((one) => dataFormats.has(one));
  });
}

function isFormatName(name: string): boolean {
  return names.has(lettersOf(name));
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '');
}

function isFormat(value: Json): boolean {
  return typeof value === 'string' && (formats.has(value.toLowerCase()) || mediaType.test(value));
}

/** Whether an element of a path is a parameter that chooses a format: `/{format}/dogs`. */
export function isFormatElement(path: PathNode, index: number): boolean {
  const { form, parameters: [name = ''] = [] } = path.segments[index] ?? {};
  return form === 'identifier' && declaresFormat(path, name);
}

/**
 * Whether a parameter at the end of an element chooses a format: by its name, unless its known values are not formats.
 */
function isFormatParameter(path: PathNode, name: string): boolean {
  if (suffixNames.test(name)) return true;
  if (!isFormatName(name)) return false;
  const found = findParameter(path, name);
  return found === undefined || parameterValues(found).length === 0 || choosesFormat(found);
}

function declaresFormat(path: PathNode, name: string): boolean {
  // Checked before the search, since a path may have thousands of parameters.
  if (!isFormatName(name)) return false;
  const found = findParameter(path, name);
  return found !== undefined && choosesFormat(found);
}

function findParameter({ operations }: PathNode, wanted: string): ParameterNode | undefined {
  return operations[0]?.parameters.find(({ location, name }) => location === 'path' && name === wanted);
}
