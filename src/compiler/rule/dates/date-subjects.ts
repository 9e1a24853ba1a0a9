import { isJsonObject, type Json, type JsonObject } from '../../../compiled/json.ts';
import type { ParameterNode, SchemaNode, SchemaProperty } from '../../../openapi/model.ts';
import type { ValuePath } from '../../../openapi/value-path.ts';
import { ownMember } from '../bodies/schema-members.ts';
import { isSent } from '../bodies/schemas-by-use.ts';
import { isForeignDateFormat, saysEpoch, type DateSubject } from './check-date-schema.ts';
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

/** The name of a schema among the components, which its uses share. */
function nameOfComponent({ valuePath }: SchemaNode): string | undefined {
  const section = valuePath?.above;
  const isSection =
    section?.token === 'schemas' ? section.above?.token === 'components' : isDefinitions(section);
  return isSection ? String(valuePath?.token) : undefined;
}

function isDefinitions(section: ValuePath | undefined): boolean {
  return section?.token === 'definitions' && section.above === undefined;
}

/** Whether a schema, as written, is that of a date or a time: checked first, since it is cheap. */
function isFormatted(written: Json | undefined): boolean {
  return isJsonObject(written) && written['type'] === 'string' && written['format'] === 'date-time';
}

/** With another name, its format makes it a date, or the description of a number. */
function kindByMeaning(written: Json | undefined): DateName | undefined {
  if (!isJsonObject(written)) return undefined;
  const { format, type } = written;
  const isEpoch = (type === 'integer' || type === 'number') && saysEpoch(written);
  return isEpoch || (typeof format === 'string' && isForeignDateFormat(format)) ? 'moment' : undefined;
}

/** The properties that a schema declares itself whose names or descriptions are those of dates and times. */
export function findDateProperties(schema: SchemaNode, names: DateNames): readonly DateProperty[] {
  const { properties } = schema.value;
  if (!isJsonObject(properties)) return [];
  const found: DateProperty[] = [];
  for (const name in properties) {
    const named = names(name);
    const kind = named && !isPlace(name, properties) ? named : kindByMeaning(properties[name]);
    const property = kind && !isFormatted(properties[name]) ? ownMember(schema, name) : undefined;
    const described = property?.schema;
    if (!kind || !described || isReportedAtComponent(described, names)) continue;
    const isOwn = described.value === properties[name];
    const mayFix = (): boolean => !isSent(described);
    const label = `The property \`${name}\``;
    found.push({ label, kind, schema: described, examples: [], isOwn, mayFix, property });
  }
  return found;
}

/** `issuedAt`, `signed_at` */
const mayBePlace = /^(?<event>issue|sign|register)(e?d)_?at$/i;

/** Whether a name is of a place, since the date of the same event is beside it: `issuedAt` beside `issueDate`. */
function isPlace(name: string, properties: JsonObject): boolean {
  const event = mayBePlace.exec(name)?.groups?.['event']?.toLowerCase().slice(0, 4);
  if (event === undefined) return false;
  return Object.keys(properties).some((other) => {
    const lowered = other.toLowerCase();
    return lowered.startsWith(event) && lowered.endsWith('date');
  });
}

/** Whether a schema is, or takes in, a component with the name of a date itself. */
function isReportedAtComponent({ parts }: SchemaNode, names: DateNames): boolean {
  return parts.some((part) => {
    const name = nameOfComponent(part);
    return name !== undefined && names(name) !== undefined;
  });
}

/** The schema of a parameter with the description of the parameter. */
function describedSchema({ schema, value }: ParameterNode): JsonObject {
  return {
    ...schema?.value,
    ...(value['description'] !== undefined && { description: value['description'] }),
  };
}

/** A parameter whose name or description is that of a date or a time, unless it is a filter with operators. */
export function findDateParameter(parameter: ParameterNode, names: DateNames): DateSubject | undefined {
  const { name, location, value } = parameter;
  if (location !== 'query' && location !== 'path') return undefined;
  if (!names(name) && !kindByMeaning(describedSchema(parameter))) return undefined;
  const { schema, isSchemaInline: isOwn } = parameter;
  if (!schema || isReportedAtComponent(schema, names)) return undefined;
  if (saysSide(name) ? says(parameter, keyword) : says(parameter, traitOfFilters)) return undefined;
  const examples = value['example'] === undefined ? [] : [value['example']];
  const description = value['description'];
  const label = `The parameter \`${name}\``;
  return { label, kind: 'date', schema, description, examples, isOwn, mayFix: () => false };
}

/** An operator and a value, which the requirements allow in filters, or a range. */
const traitOfFilters = /\b(filter|operator|range|between|gte?|lte?|[lg]e|eq|neq?)\b|[<>]=/i;

/** A text that is not a date: `a date-time or the keyword now`. */
const keyword = /\bkeywords?\b/i;

function says({ value }: ParameterNode, trait: RegExp): boolean {
  return [value['description'], value['example']].some(
    (text) => typeof text === 'string' && trait.test(text),
  );
}
