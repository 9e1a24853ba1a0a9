import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import type { ParameterNode, SchemaNode, SchemaProperty } from '#openapi/model.ts';
import type { ValuePath } from '#openapi/value-path.ts';
import { readWords, splitWords } from '#compiler/rule/words/split-words.ts';
import { ownMember } from '#compiler/rule/parts/schema-members.ts';
import { isSent } from '../schemas/schemas-by-use.ts';
import { isDateByValues } from './date-by-values.ts';
import type { DateSubject } from './date-subject.ts';
import { saysEpoch } from './date-texts.ts';
import { isForeignDateFormat } from './foreign-formats.ts';
import { saysSide, type DateName, type DateNames } from './date-name.ts';

export interface DateProperty extends DateSubject {
  readonly property: SchemaProperty;
}

/** A schema among the components with the name of a date or a time. */
export function findDateComponent(schema: SchemaNode, names: DateNames): DateSubject | undefined {
  const name = nameOfComponent(schema);
  const kind = name === undefined ? undefined : names(name);
  if (!kind) return undefined;
  const label = `The schema \`${name}\``;
  return { label, kind, schema, examples: [], isOwn: true, mayFix: () => !isSent(schema) };
}

/** The name of a component schema; undefined for an inline schema. */
function nameOfComponent({ valuePath }: SchemaNode): string | undefined {
  const section = valuePath?.above;
  const isSection =
    section?.token === 'schemas' ? section.above?.token === 'components' : isDefinitions(section);
  return isSection ? String(valuePath?.token) : undefined;
}

function isDefinitions(section: ValuePath | undefined): boolean {
  return section?.token === 'definitions' && section.above === undefined;
}

/** Whether a schema, as written, is a valid date-time: checked first, since it is cheap. */
function isFormatted(written: Json | undefined): boolean {
  return isJsonObject(written) && written['type'] === 'string' && written['format'] === 'date-time';
}

/** Words for a number that may be derived from a time but does not mean one. */
const random = /\b(nonce|salt|random)\b/i;

/** Returns `moment` if the format of a schema, or the description of a number, shows a date whatever its name. */
function kindByMeaning(written: Json | undefined): DateName | undefined {
  if (!isJsonObject(written)) return undefined;
  const { format, type, description } = written;
  const isNumber = type === 'integer' || type === 'number';
  const isEpoch = isNumber && saysEpoch(written) && !matches(description, random);
  return isEpoch || (typeof format === 'string' && isForeignDateFormat(format)) ? 'moment' : undefined;
}

/** The properties directly in a schema that are dates or times by their name, description or values. */
export function findDateProperties(schema: SchemaNode, names: DateNames): readonly DateProperty[] {
  const { properties } = schema.value;
  if (!isJsonObject(properties)) return [];
  return Object.keys(properties).flatMap((name) => {
    const kind = kindOfProperty(name, properties, names);
    const property = kind && !isFormatted(properties[name]) ? ownMember(schema, name) : undefined;
    const described = property?.schema;
    if (!kind || !described || isReportedAtComponent(described, names)) return [];
    return [toSubject(property, kind, described, described.value === properties[name])];
  });
}

function toSubject(
  property: SchemaProperty,
  kind: DateName,
  schema: SchemaNode,
  isOwn: boolean,
): DateProperty {
  const label = `The property \`${property.name}\``;
  return { label, kind, schema, examples: [], isOwn, mayFix: () => !isSent(schema), property };
}

function kindOfProperty(name: string, properties: JsonObject, names: DateNames): DateName | undefined {
  const named = names(name);
  const isOther = named && (isPlace(name, properties) || isOtherThanTime(name, properties[name]));
  if (named && !isOther) return named;
  const written = properties[name];
  const isByValues = !named && isJsonObject(written) && isDateByValues(name, written);
  return kindByMeaning(written) ?? (isByValues ? 'date' : undefined);
}

/** First words of names such as `issuedAt`, which may mean a place or a time; one set for each event. */
const placeEvents: readonly ReadonlySet<string>[] = [
  'issue issued issuing issuance',
  'sign signed signing signature',
  'register registered registration',
].map((words) => new Set(readWords(words)));

/**
 * Whether a field such as `issuedAt` is a place: a string without an example or a word for time, next to the date of
 * the same event (`issueDate`).
 */
function isPlace(name: string, properties: JsonObject): boolean {
  const [first = '', last = '', ...more] = lowerWords(name);
  const events = placeEvents.find((words) => words.has(first));
  if (!events || last !== 'at' || more.length > 0 || !isPlainText(properties[name])) return false;
  return Object.keys(properties).some((other) => {
    const words = lowerWords(other);
    return events.has(words[0] ?? '') && words.at(-1) === 'date';
  });
}

function lowerWords(name: string): readonly string[] {
  return splitWords(name).map((word) => word.toLowerCase());
}

const timeWords = /\b(dates?|(date)?times?|timestamps?|when|utc)\b/i;

function isPlainText(written: Json | undefined): boolean {
  if (!isJsonObject(written) || written['type'] !== 'string') return false;
  return (written['example'] ?? '') === '' && !matches(written['description'], timeWords);
}

/**
 * Words in descriptions that show that an `after` or `before` is not a time: `Seconds after which it expires`, `Version
 * that removed it`.
 */
const otherThanTime =
  /\b(seconds (after|before|since|until)|retention|period|identifier|token|revision|version|whether)\b/i;

/** Whether the value of a field such as `expired_after` is not a time, or is a number that may be a duration. */
function isOtherThanTime(name: string, written: Json | undefined): boolean {
  if (!saysSide(name) || !isJsonObject(written) || saysEpoch(written)) return false;
  const isNumber = written['type'] === 'integer' || written['type'] === 'number';
  return (isNumber && /(after|before)$/i.test(name)) || saysOtherThanTime(written['description']);
}

function saysOtherThanTime(description: Json | undefined): boolean {
  return matches(description, otherThanTime) && !matches(description, timeWords);
}

/** Whether a schema is or includes a component that is named like a date, and so is reported there. */
function isReportedAtComponent({ parts }: SchemaNode, names: DateNames): boolean {
  return parts.some((part) => {
    const name = nameOfComponent(part);
    return name !== undefined && names(name) !== undefined;
  });
}

/** The schema of a parameter, with the description and the examples of the parameter. */
function describedSchema({ schema, value }: ParameterNode): JsonObject {
  return {
    ...schema?.value,
    ...Object.fromEntries(
      ['description', 'example', 'examples']
        .filter((key) => value[key] !== undefined)
        .map((key) => [key, value[key] ?? null]),
    ),
  };
}

/** A parameter whose name, description or values are those of a date or a time, unless it is a filter with operators. */
export function findDateParameter(parameter: ParameterNode, names: DateNames): DateSubject | undefined {
  const { name, location, value } = parameter;
  if (location !== 'query' && location !== 'path') return undefined;
  const described = describedSchema(parameter);
  if (!names(name) && !kindByMeaning(described) && !isDateByValues(name, described)) return undefined;
  const { schema, isSchemaInline: isOwn } = parameter;
  if (!schema || isReportedAtComponent(schema, names)) return undefined;
  if (saysSide(name) ? mayBeOtherThanTime(parameter) : says(parameter, traitOfFilters)) return undefined;
  const examples = value['example'] === undefined ? [] : [value['example']];
  const description = value['description'];
  const label = `The parameter \`${name}\``;
  return { label, kind: 'date', schema, description, examples, isOwn, mayFix: () => false };
}

/** Signs of filter values with an operator, which the requirements allow, or of ranges. */
const traitOfFilters =
  /\b(filter|operator|range|between|gte?|lte?|[lg]e|eq|neq?)\b|[<>]=|\byyyy-mm-dd[;,/]yyyy-mm-dd\b/i;

/** A sign of values that are not dates: `a date-time or the keyword now`. */
const keyword = /\bkeywords?\b/i;

function mayBeOtherThanTime(parameter: ParameterNode): boolean {
  return says(parameter, keyword) || saysOtherThanTime(parameter.value['description']);
}

function says({ value }: ParameterNode, trait: RegExp): boolean {
  return [value['description'], value['example']].some((text) => matches(text, trait));
}

function matches(text: Json | undefined, trait: RegExp): boolean {
  return typeof text === 'string' && trait.test(text);
}
