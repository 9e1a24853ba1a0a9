import { isJsonObject, type Json, type JsonObject } from '../../../../compiled/json.ts';
import type { OpenapiContract } from '../openapi-contract.ts';
import type { DeclaredParameter, ParameterLocation, Serialisation } from '../operation-contract.ts';

/** Headers that other parts of a document speak of (OpenAPI 3.1, section 4.8.12.2). */
const otherHeaders: ReadonlySet<string> = new Set(['accept', 'authorization', 'content-type']);

const locations: ReadonlyMap<Json | undefined, ParameterLocation> = new Map([
  ['path', 'path'],
  ['query', 'query'],
  ['header', 'header'],
  ['cookie', 'cookie'],
  ['formData', 'form'],
]);

/** Reads a parameter; undefined where it is none of those that stand for themselves. */
export function readParameter(contract: OpenapiContract, written: JsonObject): DeclaredParameter | undefined {
  const { name } = written;
  const location = locations.get(written['in']);
  if (typeof name !== 'string' || location === undefined) return undefined;
  if (location === 'header' && otherHeaders.has(name.toLowerCase())) return undefined;
  return {
    name,
    location,
    required: written['required'] === true,
    allowsEmpty: written['allowEmptyValue'] === true,
    ...(contract.line === '2.0' ? valueOfSwagger(written) : valueOfOpenapi(contract, written, location)),
  };
}

type DeclaredValue = Serialisation & Pick<DeclaredParameter, 'schema'>;

const collectionFormats: ReadonlyMap<Json | undefined, Serialisation> = new Map([
  ['ssv', { style: 'space', explode: false }],
  ['tsv', { style: 'tab', explode: false }],
  ['pipes', { style: 'pipe', explode: false }],
  ['multi', { style: 'form', explode: true }],
]);

const csv: Serialisation = { style: 'simple', explode: false };

/** In Swagger 2.0 a parameter is its own schema. Of a file nothing can be said. */
function valueOfSwagger(written: JsonObject): DeclaredValue {
  const serialisation = collectionFormats.get(written['collectionFormat']) ?? csv;
  return { ...serialisation, schema: written['type'] === 'file' ? undefined : written };
}

const styles: ReadonlyMap<Json | undefined, Serialisation['style']> = new Map([
  ['simple', 'simple'],
  ['label', 'label'],
  ['matrix', 'matrix'],
  ['form', 'form'],
  ['spaceDelimited', 'space'],
  ['pipeDelimited', 'pipe'],
  ['deepObject', 'deep'],
  ['cookie', 'form'],
]);

function valueOfOpenapi(
  contract: OpenapiContract,
  written: JsonObject,
  location: ParameterLocation,
): DeclaredValue {
  const { content } = written;
  if (isJsonObject(content)) return valueOfContent(contract, content);
  const usual = location === 'path' || location === 'header' ? 'simple' : 'form';
  const style = styles.get(written['style'] ?? usual) ?? 'opaque';
  const explode = typeof written['explode'] === 'boolean' ? written['explode'] : style === 'form';
  return { style, explode, schema: written['schema'] };
}

function valueOfContent(contract: OpenapiContract, content: JsonObject): DeclaredValue {
  const [mediaType = '', described] = Object.entries(content)[0] ?? [];
  const style = /^[^;]*[/+]json\s*(;|$)/i.test(mediaType) ? 'json' : 'opaque';
  return { style, explode: false, schema: contract.resolve(described)?.['schema'] };
}
