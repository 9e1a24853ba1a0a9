import { isJsonObject, type Json, type JsonObject, valueAt } from '#compiled/json.ts';
import { splitPointer } from '#source/place.ts';
import type { Schemas } from './near-schemas.ts';
import type { Names } from './rename-properties.ts';

/** The schema of a pair at a pointer of its document; the schema that has it as a keyword, if it is none itself. */
export function locate(schemas: Schemas, pointer: string, names: Names): Json | undefined {
  const found = valueIn(schemas, pointer, names);
  return isJsonObject(found) ? found : valueIn(schemas, pointer.replace(/\/[^/]*$/, ''), names);
}

function valueIn(schemas: Schemas, pointer: string, names: Names): Json | undefined {
  const written = Object.fromEntries(Object.entries(names).map(([name, now]) => [now, name]));
  const path = splitPointer(pointer).map((step) => written[step] ?? step);
  const inComponents = path[0] === 'components';
  const below = path.slice(inComponents ? 2 : path.indexOf('schema') + 1);
  return valueAt(inComponents ? schemas.components : schemas.root, below);
}

/** The schemas with one alternative that leads to a schema, by its number among those that do, wherever some do. */
export function withAlternativeTo(
  { root, components }: Schemas,
  target: Json | undefined,
  number: number,
): Schemas {
  const leads = leadsTo(target, components);
  const keep = (value: Json): Json => {
    if (value === target) return value;
    if (Array.isArray(value)) return (value as readonly Json[]).map(keep);
    if (!isJsonObject(value)) return value;
    const entries = Object.entries(value).map(([keyword, member]): [string, Json] => {
      const isChoice = (keyword === 'oneOf' || keyword === 'anyOf') && Array.isArray(member);
      const leading = isChoice ? (member as readonly Json[]).filter(leads) : [];
      return [keyword, keep(leading.length > 0 ? [leading[number % leading.length] ?? true] : member)];
    });
    return Object.fromEntries(entries);
  };
  const kept = Object.entries(components).map(([name, one]) => [name, keep(one)]);
  return { root: keep(root), components: Object.fromEntries(kept) as Schemas['components'] };
}

function leadsTo(target: Json | undefined, components: Schemas['components']): (value: Json) => boolean {
  const leads = (value: Json | undefined, seen: ReadonlySet<string>): boolean => {
    if (value === undefined || typeof value !== 'object' || value === null) return false;
    if (value === target) return true;
    const { $ref: reference } = value as { $ref?: Json };
    const name = typeof reference === 'string' ? (reference.split('/').at(-1) ?? '') : '';
    const isNew = name !== '' && !seen.has(name);
    return (
      (isNew && leads(components[name], new Set([...seen, name]))) ||
      Object.values(value).some((member: Json) => leads(member, seen))
    );
  };
  return (value) => leads(value, new Set());
}

/**
 * The schemas once with each single alternative of the choices of one schema; of an alternative that the other side does not
 * have, once with each of its own.
 */
export function withEachAlternative(
  schemas: Schemas,
  choice: Json | undefined,
  other: Schemas,
): readonly Schemas[] {
  if (!isJsonObject(choice)) return [];
  const known = JSON.stringify(other);
  return (['oneOf', 'anyOf'] as const).flatMap((keyword) => {
    const list = choice[keyword];
    if (!Array.isArray(list)) return [];
    return (list as readonly Json[]).flatMap((one) => {
      const single = replaceIn(schemas, choice, { ...choice, [keyword]: [one] });
      const target = targetOf(one, single);
      if (known.includes(JSON.stringify(target))) return [single];
      const inner = withEachAlternative(single, target, other);
      return inner.length > 0 ? inner : [single];
    });
  });
}

/** The schemas with a choice among those at a pointer: a schema, one that a keyword leads to, or a list of schemas. */
export function choicesAt(schemas: Schemas, pointer: string, names: Names): readonly JsonObject[] {
  const lists = [locate(schemas, pointer, names), valueIn(schemas, pointer, names)].flat();
  const found = lists.flatMap((one) => (one === undefined ? [] : [targetOf(one, schemas)]));
  return [...new Set(found)].filter(isJsonObject).filter((one) => 'oneOf' in one || 'anyOf' in one);
}

function targetOf(schema: Json, { components }: Schemas): Json | undefined {
  const { $ref: reference } = isJsonObject(schema) ? schema : {};
  return typeof reference === 'string' ? components[reference.split('/').at(-1) ?? ''] : schema;
}

/** The schemas with another one in place of one of them; all that does not have it in it is the same object. */
export function replaceIn({ root, components }: Schemas, old: Json, now: Json): Schemas {
  const replace = (value: Json): Json => {
    if (value === old) return now;
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([name, member]) => [name, replace(member)] as const);
    if (entries.every(([name, member]) => member === (value as JsonObject)[name])) return value;
    return Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
  };
  return { root: replace(root), components: replace(components) as Schemas['components'] };
}
