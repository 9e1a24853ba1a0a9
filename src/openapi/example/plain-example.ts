import type { SchemaNode } from '../model.ts';

/** A value of each format (OpenAPI format registry). */
const formats: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  duration: 'P1D',
  email: 'ada@example.edu',
  hostname: 'www.example.edu',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://www.example.edu/',
  url: 'https://www.example.edu/',
  'uri-reference': '/example',
  uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  byte: 'ZXhhbXBsZQ==',
  'json-pointer': '/example',
  regex: '.*',
};

/** The longest text that is made to reach a minimum length, in characters. */
const longestText = 200;

/** A text of the format and length of a schema. A pattern is not tried. */
export function exampleText(schema: SchemaNode): string {
  const format = schema.keyword('format');
  const text = (typeof format === 'string' && Object.hasOwn(formats, format) && formats[format]) || 'example';
  const least = Math.min(numberOf(schema, 'minLength') ?? 0, longestText);
  const most = numberOf(schema, 'maxLength') ?? text.length;
  return text
    .repeat(Math.ceil(least / text.length) || 1)
    .slice(0, Math.max(least, Math.min(most, text.length)));
}

/** A number within the limits of a schema: 1, or the nearest one to it. */
export function exampleNumber(schema: SchemaNode, isInteger: boolean): number {
  const step = numberOf(schema, 'multipleOf') ?? (isInteger ? 1 : 0);
  const gap = step > 0 ? step : 0.5;
  const least = Math.max(numberOf(schema, 'minimum') ?? -Infinity, lowerBound(schema, gap));
  const most = Math.min(numberOf(schema, 'maximum') ?? Infinity, upperBound(schema, gap));
  const value = Math.min(Math.max(1, least), most);
  return step > 0 ? roundTo(value, step, most) : value;
}

function roundTo(value: number, step: number, most: number): number {
  const above = Math.ceil(value / step) * step;
  return above <= most ? above : Math.floor(most / step) * step;
}

/** Before OpenAPI 3.1 the keyword is a flag of `minimum`. */
function lowerBound(schema: SchemaNode, gap: number): number {
  const isExcluded = schema.keyword('exclusiveMinimum') === true;
  const bound = numberOf(schema, isExcluded ? 'minimum' : 'exclusiveMinimum');
  return bound === undefined ? -Infinity : bound + gap;
}

function upperBound(schema: SchemaNode, gap: number): number {
  const isExcluded = schema.keyword('exclusiveMaximum') === true;
  const bound = numberOf(schema, isExcluded ? 'maximum' : 'exclusiveMaximum');
  return bound === undefined ? Infinity : bound - gap;
}

function numberOf(schema: SchemaNode, keyword: string): number | undefined {
  const value = schema.keyword(keyword);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
