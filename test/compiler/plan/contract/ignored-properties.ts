import { isJsonObject, omit, type Json, type JsonObject } from '#compiled/json.ts';
import type { ContractChange } from '#compiler/plan/contract/contract-change.ts';
import type { ContractChangeId } from '#compiler/plan/contract/contract-change-kinds.ts';
import { splitPointer } from '#source/place.ts';
import { Draw } from './draw.ts';
import { drawInstance } from './draw-instance.ts';
import type { Accepts } from './gateway-accepts.ts';
import { type Applied, isOnlyRead, leadsTo, ofMember, type Sides } from './member-schemas.ts';
import { renameProperties } from './rename-properties.ts';
import { subsetsOf } from './subsets-of.ts';

/**
 * The steps from a body to a place in it: the names of properties and the indexes of items that are described, a pattern in
 * braces for properties that have it, `{}` for other properties, and `*` for other items.
 */
type Path = readonly string[];

/** Where changes of one kind are in the body. */
export function pathsOf(id: ContractChangeId, changes: readonly ContractChange[]): readonly Path[] {
  return changes.flatMap((change) => (change.id === id ? [splitPointer(pointerIn(change))] : []));
}

function pointerIn({ path }: ContractChange): string {
  return path.split(' body')[1]?.trim() ?? '';
}

/** A value without the properties at some paths. */
export function withoutProperties(value: Json, paths: readonly Path[], sides: Sides): Json {
  return paths.reduce((rest, path) => {
    const name = path.at(-1) ?? '';
    return changeAt(rest, path.slice(0, -1), sides, (object) => omit(object, new Set([name])));
  }, value);
}

/** A value with other names, or none, for the properties of which base says nothing and head that they are only read. */
export function withoutNewReadOnly(
  value: Json,
  [base, head]: Sides,
  rename: (name: string) => string[],
): Json {
  if (typeof value !== 'object' || value === null) return value;
  const isItem = Array.isArray(value);
  const inside = (key: string, one: Json) =>
    withoutNewReadOnly(one, [ofMember(base, key, isItem), ofMember(head, key, isItem)], rename);
  if (isItem) return (value as readonly Json[]).map((one, index) => inside(String(index), one));
  const isNew = (key: string) => ofMember(base, key, false).schemas.length === 0 && isOnlyRead(head, key);
  const entries = Object.entries(value).flatMap(([key, one]: [string, Json]) =>
    (isNew(key) ? rename(key) : [key]).map((name) => [name, inside(key, one)] as const),
  );
  return Object.fromEntries(entries);
}

/** What a property that is refused is held against. */
export interface Known {
  readonly sides: Sides;
  /** Values that fit base. */
  readonly drawn: readonly Json[];
  /** Whether a value fits base. */
  readonly fits: Accepts;
  /** Whether a value fits base, or would with other texts and numbers in it. */
  readonly mayFit: Accepts;
}

/**
 * A value without the properties that base refuses whatever they are, in the objects at some paths: no object there in a
 * value that fits may have such a property.
 */
export function withoutRefused(
  value: Json,
  paths: readonly Path[],
  { sides, drawn, fits, mayFit }: Known,
): Json {
  return paths.reduce((rest, path) => {
    const known = [...drawn, ...withFewerProperties(rest, path, sides).filter(fits)].filter(
      (one) => namesAt(one, path, sides) !== undefined,
    );
    const isRefused = (name: string) => {
      if (known.some((one) => namesAt(one, path, sides)?.includes(name))) return false;
      const values = valuesOf(name, known, path, sides);
      const isAllowed = (one: Json) =>
        values.some((member) => mayFit(withAt(one, path, sides, name, member)));
      return known.length > 0 && !known.some(isAllowed);
    };
    const refused = new Set((namesAt(rest, path, sides) ?? []).filter(isRefused));
    return changeAt(rest, path, sides, (object) => omit(object, refused));
  }, value);
}

/** A value without some of the properties of the objects at a path, each time others. */
function withFewerProperties(value: Json, path: Path, sides: Sides): readonly Json[] {
  return subsetsOf(namesAt(value, path, sides) ?? []).map((names) =>
    changeAt(value, path, sides, (object) => omit(object, new Set(names))),
  );
}

function withAt(value: Json, path: Path, sides: Sides, name: string, member: Json): Json {
  return changeAt(value, path, sides, (object) => ({ ...object, [name]: member }));
}

/** The names of the properties of all objects at a path; undefined if there are none. */
function namesAt(value: Json, path: Path, sides: Sides): readonly string[] | undefined {
  let names: Set<string> | undefined;
  changeAt(value, path, sides, (object) => {
    names = new Set([...(names ?? []), ...Object.keys(object)]);
    return object;
  });
  return names && [...names];
}

/** Values that the schemas which a property of the objects at a path has are likely to allow. */
function valuesOf(name: string, values: readonly Json[], path: Path, sides: Sides): readonly Json[] {
  const found = new Map<string, Applied>();
  for (const value of values)
    changeAt(value, path, sides, (object, base) => {
      const member = ofMember(base, name, false);
      found.set(JSON.stringify(member.schemas), member);
      return object;
    });
  const drawn = [...fillers, ...[...found.values()].flatMap(drawnFor)];
  return [...new Map(drawn.map((one) => [JSON.stringify(one), one])).values()];
}

/** How many values are drawn for the schemas of a property. */
const tries = 60;

function drawnFor({ schemas, components, names }: Applied): readonly Json[] {
  const draw = Draw.seeded(1);
  const all = [{ allOf: schemas }, ...schemas];
  const about = { components, changed: new Set<Json>(), path: [], required: [], isLean: false };
  return Array.from({ length: tries }, (_, index) =>
    renameProperties(drawInstance(draw, all[index % all.length] ?? {}, about, 4), names),
  );
}

/** One of these fits most schemas that anything fits. */
const fillers: readonly Json[] = [
  null,
  true,
  0,
  1,
  2,
  3,
  -1,
  0.5,
  '',
  'a',
  'b',
  'ab',
  'axe',
  [],
  {},
  { a: 1 },
];

/** Changes the objects at a path, by the schemas that base has for them. */
function changeAt(
  value: Json,
  [step, ...others]: Path,
  sides: Sides,
  change: (object: JsonObject, base: Applied) => Json,
): Json {
  if (step === undefined) return isJsonObject(value) ? change(value, sides[0]) : value;
  if (typeof value !== 'object' || value === null) return value;
  const isItem = Array.isArray(value);
  const next = (key: string, one: Json): Json => {
    if (!leadsTo(step, key, isItem, sides)) return one;
    return changeAt(one, others, [ofMember(sides[0], key, isItem), ofMember(sides[1], key, isItem)], change);
  };
  if (isItem) return (value as readonly Json[]).map((one, index) => next(String(index), one));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, next(key, one)]));
}
