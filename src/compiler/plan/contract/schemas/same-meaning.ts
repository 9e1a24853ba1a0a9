import { isJsonObject, type Json, type JsonObject } from '../../../../compiled/json.ts';
import { sameJson } from '../../../../compiled/same-json.ts';
import { isDocumentation } from './schema-keywords.ts';

type IsSame = (base: Json | undefined, head: Json | undefined) => boolean;

/** Whether two schemas are the same JSON apart from their texts and those of the schemas in them, references not followed. */
export function sameMeaning(base: Json | undefined, head: Json | undefined): boolean {
  if (base === head) return true;
  if (!isJsonObject(base) || !isJsonObject(head)) return sameJson(base, head);
  return haveSameMembers(base, head, isText, (keyword) => comparisonOf.get(keyword) ?? sameJson);
}

/** Extensions that say which values a schema allows, or which ones callers have to expect. */
const meaningfulExtensions = new Set(['x-nullable', 'x-extensible-enum']);

function isText(keyword: string): boolean {
  return isDocumentation(keyword) && !meaningfulExtensions.has(keyword);
}

function haveSameMembers(
  base: JsonObject,
  head: JsonObject,
  isLeftOut: (name: string) => boolean,
  comparing: (name: string) => IsSame,
): boolean {
  for (const name of Object.keys(base))
    if (!isLeftOut(name) && !comparing(name)(base[name], own(head, name))) return false;
  return Object.keys(head).every((name) => isLeftOut(name) || own(base, name) !== undefined);
}

function own(members: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

const sameList: IsSame = (base, head) => {
  if (!Array.isArray(base) || !Array.isArray(head)) return sameMeaning(base, head);
  return base.length === head.length && base.every((item: Json, index) => sameMeaning(item, head[index]));
};

const sameMap: IsSame = (base, head) => {
  if (!isJsonObject(base) || !isJsonObject(head)) return sameJson(base, head);
  return haveSameMembers(
    base,
    head,
    () => false,
    () => sameMeaning,
  );
};

/** How the keywords with schemas in them are compared. */
const comparisonOf: ReadonlyMap<string, IsSame> = new Map([
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'].map(
    (keyword) => [keyword, sameMap] as const,
  ),
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'].map((keyword) => [keyword, sameList] as const),
  ...[
    'additionalProperties',
    'unevaluatedProperties',
    'unevaluatedItems',
    'not',
    'if',
    'then',
    'else',
    'contains',
    'propertyNames',
  ].map((keyword) => [keyword, sameMeaning] as const),
]);
