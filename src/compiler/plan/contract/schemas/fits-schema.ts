import { canonicalJson } from '#compiled/canonical-json.ts';
import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';
import type { FlatSchema, Located, NodeSource, SchemaNode } from './flat-schema.ts';
import { fitsAlone, hasFormat, type AssumedTests } from './flatten/fits-alone.ts';
import { matchesPattern } from './flatten/matches-pattern.ts';
import type { Direction } from './schema-fact.ts';

/** How a value is compared with schemas of one document. */
interface Fitting {
  readonly direction: Direction;
  readonly nodeOf: NodeSource['nodeOf'];
  /** Whether `not`, `if`, `contains` and their like refuse nothing. */
  readonly ignoresConditions: boolean;
  readonly assumed?: AssumedTests | undefined;
  /** How many schemas deep it still goes: alternatives that lead back to themselves have no end. */
  readonly depth: number;
}

const maxDepth = 30;

/** Whether a value fits a schema with all that it leads to, without what is not evaluated by others. */
export function fitsSchema(
  value: Json,
  flat: FlatSchema,
  direction: Direction,
  assumed?: AssumedTests,
): boolean {
  return fitsAll(value, { flat }, { ...fittingOf(flat, direction, false), assumed });
}

/** The same but for conditions, which are compared with their own schema. */
export function fitsWithoutConditions(value: Json, flat: FlatSchema, direction: Direction): boolean {
  return fitsAll(value, { flat }, fittingOf(flat, direction, true));
}

function fittingOf({ nodes }: FlatSchema, direction: Direction, ignoresConditions: boolean): Fitting {
  return { direction, nodeOf: (...at) => nodes.nodeOf(...at), ignoresConditions, depth: maxDepth };
}

function fitsAll(value: Json, { flat }: Pick<SchemaNode, 'flat'>, fitting: Fitting): boolean {
  const below = { ...fitting, depth: fitting.depth - 1 };
  if (below.depth < 0) return true;
  if (value === null) return flat.nullable;
  return (
    fitsAlone(value, flat, fitting.assumed) &&
    fitsEncoding(value, flat, fitting.assumed) &&
    fitsChoices(value, flat, below) &&
    (fitting.ignoresConditions || fitsConditions(value, flat, below)) &&
    (!Array.isArray(value) || fitsItems(value, flat, below)) &&
    (!isJsonObject(value) || fitsProperties(value, flat, below))
  );
}

/** Whether a text is of a format that is compared as its representation, which the gateway checks all the same. */
function fitsEncoding(value: Json, { leaves, representation }: FlatSchema, assumed?: AssumedTests): boolean {
  if (typeof value !== 'string' || representation['contentEncoding'] === undefined) return true;
  return leaves.every(({ value: { format } }) => format !== 'byte' || hasFormat(format, value, assumed));
}

function fitsChoices(value: Json, { choices }: FlatSchema, fitting: Fitting): boolean {
  return choices.every(({ alternatives, isExclusive }) => {
    const count = alternatives.filter((one) => fitsAll(value, one, fitting)).length;
    // Without its conditions, a value may fit more alternatives than with them.
    return isExclusive && !fitting.ignoresConditions ? count === 1 : count > 0;
  });
}

function fitsItems(list: readonly Json[], { tuple, items, limits }: FlatSchema, fitting: Fitting): boolean {
  const isUnique = new Set(list.map((item) => canonicalJson(item))).size === list.length;
  if (limits.has('uniqueItems') && !isUnique) return false;
  return list.every((item, index) => {
    const schema = tuple[index] ?? items;
    return !schema || fitsAll(item, schema, fitting);
  });
}

function fitsProperties(value: JsonObject, flat: FlatSchema, fitting: Fitting): boolean {
  const hasRequired = [...flat.required[fitting.direction]].every((name) => Object.hasOwn(value, name));
  return (
    hasRequired &&
    Object.entries(value).every(([name, member]) => {
      const schemas = schemasOf(name, flat);
      return schemas !== 'none' && schemas.every((schema) => fitsAll(member, schema, fitting));
    })
  );
}

/** The schemas of a property; `none` if it is refused. */
function schemasOf(
  name: string,
  { properties, patternProperties, allowsName, additional }: FlatSchema,
): readonly SchemaNode[] | 'none' {
  if (!allowsName(name)) return 'none';
  const own = properties.get(name);
  if (own) return [own];
  const matching = [...patternProperties].filter(([pattern]) => matchesPattern(pattern, name));
  if (matching.length > 0) return matching.map(([, schema]) => schema);
  if (additional === 'closed') return 'none';
  return additional === 'open' ? [] : [additional];
}

/** Whether a value fits `not`, `if`, `contains` and their like. */
function fitsConditions(value: Json, { conditions }: FlatSchema, fitting: Fitting): boolean {
  return [...conditions.values()].flat().every((condition) => fitsCondition(value, condition, fitting));
}

function fitsCondition(value: Json, { value: condition, pointer }: Located, fitting: Fitting): boolean {
  const fits = (keyword: string, one: Json = value) =>
    fitsAll(one, fitting.nodeOf(condition[keyword], appendPointer(pointer, keyword)), fitting);
  if ('not' in condition) return !fits('not');
  if ('if' in condition) return fits(fits('if') ? 'then' : 'else');
  if ('contains' in condition)
    return (
      !Array.isArray(value) ||
      hasEnough(
        value.filter((item) => fits('contains', item)),
        condition,
      )
    );
  if (!isJsonObject(value)) return true;
  if ('propertyNames' in condition) return Object.keys(value).every((name) => fits('propertyNames', name));
  return fitsDependent(value, { value: condition, pointer }, fitting);
}

function hasEnough({ length }: readonly Json[], { minContains, maxContains }: JsonObject): boolean {
  const least = typeof minContains === 'number' ? minContains : 1;
  return length >= least && length <= (typeof maxContains === 'number' ? maxContains : Infinity);
}

function fitsDependent(value: JsonObject, { value: condition, pointer }: Located, fitting: Fitting): boolean {
  const { dependentRequired: required, dependentSchemas: schemas } = condition;
  const isComplete = (names: Json | undefined) =>
    !Array.isArray(names) || names.every((name) => typeof name !== 'string' || Object.hasOwn(value, name));
  if (isJsonObject(required)) return Object.keys(value).every((name) => isComplete(required[name]));
  if (!isJsonObject(schemas)) return true;
  const at = appendPointer(pointer, 'dependentSchemas');
  return Object.keys(schemas)
    .filter((name) => Object.hasOwn(value, name))
    .every((name) => fitsAll(value, fitting.nodeOf(schemas[name], appendPointer(at, name)), fitting));
}
