import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import type { SchemaNode } from '../model.ts';

/** A sample value of each format (OpenAPI format registry). */
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

/** The maximum length of a text that is made to reach a minimum length, in characters. */
const longestText = 200;

/** Whether a value is sent or received: a request contains no read-only value, and a response no write-only value. */
type Direction = 'request' | 'response';

/** The maximum nesting; deeper values are omitted. */
const maxDepth = 6;

/** The maximum number of values in one example. */
const maxValues = 200;

/**
 * A value of limited size that a schema allows. Examples from the document come first. Null without a schema. A response
 * has all members that it may have, a request only those that it needs.
 */
export function exampleOf(schema: SchemaNode | undefined, direction: Direction): Json {
  return new ExampleMaker(direction, givenValue).make(schema, 0);
}

/** The same value for JSON.stringify, which writes its numbers as the document does (`ExactValues`). */
export function exactExampleOf(schema: SchemaNode | undefined, direction: Direction): Json {
  return new ExampleMaker(direction, exactGivenValue).make(schema, 0);
}

/** An exact example of one form of a schema, with the value of the discriminator that chooses this form. */
export function exampleOfForm(schema: SchemaNode, form: SchemaNode, direction: Direction): Json {
  const value = new ExampleMaker(direction, exactGivenValue).makeForm(schema, form);
  const discriminator = schema.keyword('discriminator');
  if (!isJsonObject(discriminator) || !isJsonObject(value)) return value;
  const { propertyName, mapping } = discriminator;
  const name = String(form.pointer.split('/').at(-1));
  const targets = [name, `#${form.pointer}`];
  const chosen = Object.entries(isJsonObject(mapping) ? mapping : {}).find(
    ([, target]) => typeof target === 'string' && targets.includes(target),
  );
  return typeof propertyName === 'string' ? { ...value, [propertyName]: chosen?.[0] ?? name } : value;
}

class ExampleMaker {
  readonly #direction: Direction;
  readonly #givenValue: typeof givenValue;
  #values = 0;

  constructor(direction: Direction, given: typeof givenValue) {
    this.#direction = direction;
    this.#givenValue = given;
  }

  make(schema: SchemaNode | undefined, depth: number): Json {
    this.#values += 1;
    if (!schema) return null;
    const given = this.#givenValue(schema);
    if (given !== undefined) return given;
    if (depth >= maxDepth || this.#values > maxValues) return emptyValue(schema);
    const [alternative] = schema.alternatives;
    if (!alternative) return this.#makeTyped(schema, depth);
    const chosen = this.make(alternative, depth + 1);
    return isJsonObject(chosen) && schema.isObject
      ? { ...this.#makeObject(schema, depth), ...chosen }
      : chosen;
  }

  makeForm(schema: SchemaNode, form: SchemaNode): Json {
    const chosen = this.make(form, 1);
    if (!isJsonObject(chosen)) return chosen;
    return schema.isObject ? { ...this.#makeObject(schema, 0), ...chosen } : chosen;
  }

  #makeTyped(schema: SchemaNode, depth: number): Json {
    if (schema.isObject) return this.#makeObject(schema, depth);
    if (schema.isArray) return this.#makeList(schema, depth);
    const [type] = schema.types.filter((one) => one !== 'null');
    if (type === 'integer' || type === 'number') return exampleNumber(schema, type === 'integer');
    if (type === 'boolean') return true;
    return type === 'string' || schema.types.length === 0 ? exampleText(schema) : null;
  }

  #makeObject(schema: SchemaNode, depth: number): JsonObject {
    const { properties, required } = schema;
    const shown = [...properties.values()].filter(
      (property) =>
        !isHidden(property.schema, this.#direction) &&
        (this.#direction === 'response' ||
          required.has(property.name) ||
          givenValue(property.schema) !== undefined),
    );
    return Object.fromEntries(shown.map(({ name, schema: own }) => [name, this.make(own, depth + 1)]));
  }

  #makeList(schema: SchemaNode, depth: number): readonly Json[] {
    const least = schema.keyword('minItems');
    const count = typeof least === 'number' ? Math.min(least, 5) : 1;
    return Array.from({ length: Math.max(count, 1) }, () => this.make(schema.items, depth + 1));
  }
}

/** The value that the document itself names: an example, the only value, the default or the first of a list. */
function givenValue(schema: SchemaNode | undefined): Json | undefined {
  if (!schema) return undefined;
  const [example] = schema.parts.flatMap((part) => part.examples);
  if (example) return example.value;
  const choices = schema.keyword('enum');
  const [first] = Array.isArray(choices) ? (choices as readonly Json[]) : [];
  return schema.keyword('const') ?? schema.keyword('default') ?? first;
}

/** The same value with the texts of its numbers. */
function exactGivenValue(schema: SchemaNode | undefined): Json | undefined {
  if (!schema) return undefined;
  const [example] = schema.parts.flatMap((part) => part.examples);
  if (example) return example.exact;
  const choices = schema.exactKeyword('enum');
  const [first] = Array.isArray(choices) ? (choices as readonly Json[]) : [];
  return schema.exactKeyword('const') ?? schema.exactKeyword('default') ?? first;
}

function isHidden(schema: SchemaNode | undefined, direction: Direction): boolean {
  return schema?.keyword(direction === 'request' ? 'readOnly' : 'writeOnly') === true;
}

function emptyValue(schema: SchemaNode): Json {
  if (schema.isObject) return {};
  return schema.isArray ? [] : null;
}

/** A text with the format and the length of a schema; its pattern is ignored. */
function exampleText(schema: SchemaNode): string {
  const format = schema.keyword('format');
  const text = (typeof format === 'string' && Object.hasOwn(formats, format) && formats[format]) || 'example';
  const least = Math.min(numberOf(schema, 'minLength') ?? 0, longestText);
  const most = numberOf(schema, 'maxLength') ?? text.length;
  return text
    .repeat(Math.ceil(least / text.length) || 1)
    .slice(0, Math.max(least, Math.min(most, text.length)));
}

/** 1, or the number nearest to it within the limits of a schema. */
function exampleNumber(schema: SchemaNode, isInteger: boolean): number {
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

/** The bound by `exclusiveMinimum`, which is a flag of `minimum` before OpenAPI 3.1. */
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
