import fc from 'fast-check';
import type { Family, Json, JsonObject } from './declare-family.ts';
import { schemas, type Schema, type TextField } from './text-fields.ts';

/** The text that a field has before one is drawn; undefined if it is not declared. */
export function readText(value: Json | undefined, [step, ...steps]: readonly string[]): string | undefined {
  if (step === undefined) return typeof value === 'string' ? value : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  const members = Object.entries(value);
  if (step === '{key}') return members.at(-1)?.[0];
  if (step === '[]' || step === '{}') return readText(members[0]?.[1], steps);
  return Object.hasOwn(value, step) ? readText((value as JsonObject)[step], steps) : undefined;
}

/** Puts a text in place of another one wherever declarations have it, also in a part of a text or of a name. */
export function renameIn<Value extends Json>(value: Value, usual: string, text: string): Value {
  const rename = (each: Json): Json => {
    if (typeof each === 'string') return each.replaceAll(usual, () => text);
    if (Array.isArray(each)) return each.map(rename);
    if (typeof each !== 'object' || each === null) return each;
    return fromEntries(
      Object.entries(each).map(([name, member]) => [rename(name) as string, rename(member)]),
    );
  };
  // A value of the same form.
  return rename(value) as Value;
}

/** Declares a text at a place, with all that the schemas require around it. */
export function placeText(
  kind: string,
  declaration: JsonObject,
  { steps, variant }: Pick<TextField, 'steps' | 'variant'>,
  text: string,
): JsonObject {
  const schema = schemas[kind];
  if (!schema) throw new Error(`no kind ${kind}`);
  const chosen = schema.oneOf?.find(({ properties }) => properties?.['type']?.const === variant) ?? schema;
  return put(declaration, chosen, steps, text) as JsonObject;
}

function put(
  value: Json | undefined,
  schema: Schema,
  [step, ...steps]: readonly string[],
  text: string,
): Json {
  if (step === undefined) return text;
  if (step === '[]') {
    const [first, ...others] = Array.isArray(value) ? (value as readonly Json[]) : [];
    return [put(first, schema.items ?? {}, steps, text), ...others];
  }
  const object = isObject(value) ? value : {};
  const members = Object.entries(object);
  const [pattern = '', record = {}] = Object.entries(schema.patternProperties ?? {})[0] ?? [];
  if (step === '{key}') {
    return fromEntries([...members.slice(0, -1), [text, members.at(-1)?.[1] ?? leastOf(record)]]);
  }
  if (step === '{}') {
    const chosen = isServed(steps) ? members[0] : members.at(-1);
    const name = chosen?.[0] ?? textFor(pattern);
    const placed: readonly [string, Json] = [name, put(chosen?.[1], record, steps, text)];
    return fromEntries(chosen ? members.map((member) => (member === chosen ? placed : member)) : [placed]);
  }
  const member = schema.properties?.[step] ?? {};
  const required = (schema.required ?? []).filter((name) => !Object.hasOwn(object, name) && name !== step);
  const kept =
    schema.maxProperties === 1 ? [] : members.filter(([name]) => name !== step && !excludes(step, name));
  return fromEntries([
    ...kept,
    ...required.map((name): [string, Json] => [name, leastOf(schema.properties?.[name] ?? {}, name)]),
    [step, put(object[step], member, steps, text)],
  ]);
}

/** What a deployment says about its own listeners is not for Envoy, and so is in one that is not served. */
function isServed([step]: readonly string[]): boolean {
  return step !== 'listener' && step !== 'admin' && step !== 'externalAuthorization';
}

/** An endpoint has one address or several. */
function excludes(step: string, other: string): boolean {
  return (step === 'url' && other === 'targets') || (step === 'targets' && other === 'url');
}

/** The smallest value that a schema allows; a file of a secret is named by what it is for. */
function leastOf(schema: Schema, purpose = 'text'): Json {
  const { const: constant, enum: words, format, minItems = 0, items = {} } = schema;
  if (constant !== undefined) return constant as Json;
  if (words) return words[0] as Json;
  if (schema.properties || schema.patternProperties) {
    const required =
      schema.required ??
      Object.keys(schema.properties ?? {}).slice(schema.maxProperties === 1 ? -1 : Infinity);
    return fromEntries(
      required.map((name) => [
        name,
        leastOf(schema.properties?.[name] ?? {}, name === 'fromFile' ? purpose : name),
      ]),
    );
  }
  const [type] = [schema.type].flat();
  if (type === 'array') return Array.from({ length: minItems }, () => leastOf(items, purpose));
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return true;
  if (format === 'date') return '2026-01-31';
  if (format !== undefined) return '2026-01-31T12:00:00Z';
  return textFor(schema.pattern ?? '', purpose);
}

function textFor(pattern: string, usual = 'text'): string {
  const expression = new RegExp(pattern, 'u');
  if (expression.test(usual)) return usual;
  return fc.sample(fc.stringMatching(expression), { numRuns: 1, seed: 1 })[0] ?? '';
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Unlike an assignment, it takes `__proto__` for a name like any other. */
function fromEntries(entries: readonly (readonly [string, Json])[]): JsonObject {
  return Object.fromEntries(entries);
}

/** The file of a family whose declaration has a field. */
export function fileOf(
  family: Family,
  { kind, variant }: Pick<TextField, 'kind' | 'variant'>,
): string | undefined {
  return Object.keys(family).find((file) => {
    const declaration = family[file];
    if (kind === 'OpenAPI') return file.endsWith('v1/openapi.json');
    return declaration?.['kind'] === kind && (variant === undefined || declaration['type'] === variant);
  });
}
