import type { JsonObject } from '../../../compiled/json.ts';
import type { SchemaNode } from './schemas/schema-nodes.ts';

/** How the value of a parameter or a header is written (OpenAPI 3.0.4, section 4.7.12.6); equal texts are equal ways. */
export function styleOf(parameter: JsonObject, schema: SchemaNode): string {
  const usual = parameter['in'] === 'query' || parameter['in'] === 'cookie' ? 'form' : 'simple';
  const style = typeof parameter['style'] === 'string' ? parameter['style'] : usual;
  const explode = typeof parameter['explode'] === 'boolean' ? parameter['explode'] : style === 'form';
  return [isMany(schema) ? `${style} explode ${explode}` : plainStyle(style), ...flagsOf(parameter)].join(
    ' ',
  );
}

/** Of one value alone, all but two styles are written alike. */
function plainStyle(style: string): string {
  return style === 'matrix' || style === 'label' ? style : 'plain';
}

function flagsOf(parameter: JsonObject): readonly string[] {
  return parameter['allowReserved'] === true ? ['allowReserved'] : [];
}

function isMany({ flat: { types } }: SchemaNode): boolean {
  return types.size < 6 && (types.has('array') || types.has('object'));
}

const swaggerStyles: Readonly<Record<string, string>> = {
  csv: 'explode false',
  multi: 'form explode true',
  ssv: 'spaceDelimited explode false',
  pipes: 'pipeDelimited explode false',
};

/** The same of OpenAPI 2.0, which knows a `collectionFormat`. */
export function swaggerStyleOf(parameter: JsonObject, schema: SchemaNode): string {
  const flags = flagsOf(parameter);
  if (!isMany(schema)) return ['plain', ...flags].join(' ');
  const format = typeof parameter['collectionFormat'] === 'string' ? parameter['collectionFormat'] : 'csv';
  const usual = parameter['in'] === 'query' ? 'form' : 'simple';
  const style = format === 'csv' ? `${usual} explode false` : (swaggerStyles[format] ?? format);
  return [style, ...flags].join(' ');
}
