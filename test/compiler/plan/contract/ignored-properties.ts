import { isJsonObject, omit, type Json, type JsonObject } from '../../../../src/compiled/json.ts';
import type { ContractChange } from '../../../../src/compiler/plan/contract/contract-change.ts';
import type { ContractChangeId } from '../../../../src/compiler/plan/contract/contract-change-kinds.ts';
import { splitPointer } from '../../../../src/source/place.ts';
import type { Accepts } from './gateway-accepts.ts';
import { subsetsOf } from './subsets-of.ts';

/** The steps from a body to a place in it; `{}`, a pattern in braces and `*` are any step. */
type Path = readonly string[];

/** Where changes of one kind are in the body. */
export function pathsOf(id: ContractChangeId, changes: readonly ContractChange[]): readonly Path[] {
  return changes.flatMap((change) => (change.id === id ? [splitPointer(pointerIn(change))] : []));
}

function pointerIn({ path }: ContractChange): string {
  return path.split(' body')[1]?.trim() ?? '';
}

/** A value without the properties at some paths. */
export function withoutProperties(value: Json, paths: readonly Path[]): Json {
  return paths.reduce((rest, path) => {
    const name = path.at(-1) ?? '';
    return changeAt(rest, path.slice(0, -1), (object) => omit(object, new Set([name])));
  }, value);
}

/**
 * A value without the properties that are refused whatever they are, in the objects at some paths: no object there in a
 * value that fits may have such a property.
 */
export function withoutRefused(
  value: Json,
  paths: readonly Path[],
  drawn: readonly Json[],
  fits: Accepts,
): Json {
  return paths.reduce((rest, path) => {
    const known = [...drawn, ...withFewerProperties(rest, path)].filter(
      (one) => fits(one) && namesAt(one, path) !== undefined,
    );
    const isRefused = (name: string) =>
      known.length > 0 &&
      !known.some((one) => fillers.some((filler) => fits(withAt(one, path, name, filler))));
    const refused = new Set((namesAt(rest, path) ?? []).filter(isRefused));
    return changeAt(rest, path, (object) => omit(object, refused));
  }, value);
}

/** A value without some of the properties of the objects at a path, each time others. */
function withFewerProperties(value: Json, path: Path): readonly Json[] {
  return subsetsOf(namesAt(value, path) ?? []).map((names) =>
    changeAt(value, path, (object) => omit(object, new Set(names))),
  );
}

function withAt(value: Json, path: Path, name: string, member: Json): Json {
  return changeAt(value, path, (object) => ({ ...object, [name]: member }));
}

/** The names of the properties of all objects at a path; undefined if there are none. */
function namesAt(value: Json, path: Path): readonly string[] | undefined {
  let names: Set<string> | undefined;
  changeAt(value, path, (object) => {
    names = new Set([...(names ?? []), ...Object.keys(object)]);
    return object;
  });
  return names && [...names];
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

/** Changes the objects at a path. */
function changeAt(value: Json, [step, ...others]: Path, change: (object: JsonObject) => Json): Json {
  if (step === undefined) return isJsonObject(value) ? change(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  const next = (key: string, one: Json) => (isStep(step, key) ? changeAt(one, others, change) : one);
  if (Array.isArray(value)) return (value as readonly Json[]).map((one, index) => next(String(index), one));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, next(key, one)]));
}

function isStep(step: string, key: string): boolean {
  return step === '*' || step === key || /^\{.*\}$/.test(step);
}
