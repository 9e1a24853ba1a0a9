import type { Json } from '../../../compiled/json.ts';
import type { ParameterNode } from '../../workspace/openapi/parameter-node.ts';
import type { PathNode } from '../../workspace/openapi/path-node.ts';
import { parameterValues } from '../queries/parameter-values.ts';
import { readWords } from '../words/read-words.ts';

const names = new Set(
  readWords(`
    ext extension format fmt alt output outputformat responseformat responsetype dataformat accept contenttype mediatype
    mime mimetype
  `),
);

const formats = new Set(
  readWords(`
    json xml yaml yml csv tsv html htm text txt pdf rss atom geojson jsonp json-ld jsonld ndjson kml gpx xls xlsx rdf
    ttl turtle media proto protobuf png jpg jpeg gif webp svg tif tiff
  `),
);

const mediaType = /^(application|text|image|audio|video)\/[\w.+-]+$/i;

/** Whether a parameter is called as one that chooses a format, and all values that are known of it are formats. */
export function choosesFormat(parameter: ParameterNode): boolean {
  if (!names.has(parameter.name.toLowerCase().replaceAll(/[^a-z]/g, ''))) return false;
  const values = parameterValues(parameter).map(({ value }) => value);
  return values.length > 0 && values.every(isFormat);
}

function isFormat(value: Json): boolean {
  return typeof value === 'string' && (formats.has(value.toLowerCase()) || mediaType.test(value));
}

/** Whether an element of a path is a parameter that chooses a format: `/{format}/dogs`. */
export function isFormatElement({ segments, operations }: PathNode, index: number): boolean {
  const { form, parameters: [name] = [] } = segments[index] ?? {};
  if (form !== 'identifier') return false;
  const found = operations[0]?.parameters.find((one) => one.location === 'path' && one.name === name);
  return found !== undefined && choosesFormat(found);
}
