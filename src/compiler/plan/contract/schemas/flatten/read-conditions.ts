import { isJsonObject, pick, type JsonObject } from '#compiled/json.ts';
import type { FlatSchema, Located } from '../flat-schema.ts';
import { allowsAll, conditionKeywords, leadsToAnything } from '../schema-keywords.ts';
import { sameText } from './resolve-choices.ts';

/** The keywords that apply to a value as a whole, without those that have no effect. */
export function readConditions(leaves: readonly Located[]): FlatSchema['conditions'] {
  const conditions = new Map<string, readonly Located[]>();
  for (const { value: schema, pointer } of leaves) {
    for (const keywords of conditionKeywords) {
      const value = pick(schema, keywords);
      const [name] = Object.keys(value);
      if (name === undefined || isIdle(value)) continue;
      conditions.set(name, [...(conditions.get(name) ?? []), { value, pointer }]);
    }
  }
  return conditions;
}

/** Whether a condition holds for every value but null, which is compared separately. */
function isIdle(condition: JsonObject): boolean {
  const { not, if: test, contains, minContains, maxContains, propertyNames } = condition;
  const { dependentRequired: required, dependentSchemas: schemas } = condition;
  // What is refused altogether has no types.
  if (not !== undefined) return sameText(not, { type: 'null' }) || not === false || allowsAll(not);
  if ('contains' in condition || minContains !== undefined || maxContains !== undefined)
    return contains === undefined || (minContains === 0 && maxContains === undefined);
  if (propertyNames !== undefined)
    return propertyNames === true || sameText(propertyNames, { type: 'string' });
  if (isJsonObject(required)) return Object.values(required).every((names) => sameText(names, []));
  if (schemas !== undefined) return sameText(schemas, {});
  if ('$dynamicRef' in condition) return false;
  if (leadsToAnything(condition)) return true;
  const hasBranches = [condition['then'], condition['else']].some(
    (branch) => branch !== undefined && branch !== true && !sameText(branch, {}),
  );
  // What passes a test fits a branch that is the same.
  return !hasBranches || (condition['else'] === undefined && sameText(test, condition['then'] ?? true));
}
