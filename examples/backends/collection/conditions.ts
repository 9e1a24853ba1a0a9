import { RefusedRequest } from '../http/refused-request.ts';
import { compareValues, valueOf } from './attribute-value.ts';

const operators = {
  eq: (order: number) => order === 0,
  ne: (order: number) => order !== 0,
  lt: (order: number) => order < 0,
  lte: (order: number) => order <= 0,
  gt: (order: number) => order > 0,
  gte: (order: number) => order >= 0,
};

interface Condition {
  readonly attribute: string;
  readonly operator: keyof typeof operators;
  readonly value: string;
}

/** `attribute=value` */
export function equalityConditions(
  query: URLSearchParams,
  attributes: readonly string[],
): readonly Condition[] {
  return attributes.flatMap((attribute) =>
    query.getAll(attribute).map((value): Condition => ({ attribute, operator: 'eq', value })),
  );
}

/** `attribute=operator:value`; a value alone must be met exactly. */
export function operatorConditions(
  query: URLSearchParams,
  attributes: readonly string[],
): readonly Condition[] {
  return equalityConditions(query, attributes).map((condition) => {
    const [, operator, value] = /^(\w+):(.*)$/.exec(condition.value) ?? [];
    return operator === undefined ? condition : toCondition(condition.attribute, operator, value ?? '');
  });
}

/** `filter=attribute[operator]=value`, separated by commas. */
export function filterConditions(
  query: URLSearchParams,
  attributes: readonly string[],
): readonly Condition[] {
  const entries = query.get('filter')?.split(',') ?? [];
  return entries.map((entry) => {
    const [, attribute = '', operator = '', value = ''] = /^(\w+)\[(\w+)\]=(.+)$/.exec(entry) ?? [];
    if (attributes.includes(attribute)) return toCondition(attribute, operator, value);
    throw new RefusedRequest(422, 'parameter_invalid', `filter cannot read ${JSON.stringify(entry)}.`);
  });
}

function toCondition(attribute: string, operator: string, value: string): Condition {
  if (isOperator(operator)) return { attribute, operator, value };
  const names = Object.keys(operators).join(', ');
  throw new RefusedRequest(422, 'parameter_invalid', `${operator} is none of the operators ${names}.`);
}

function isOperator(name: string): name is keyof typeof operators {
  return Object.hasOwn(operators, name);
}

/** The items that meet every condition. */
export function filterItems<Item extends object>(
  items: Iterable<Item>,
  conditions: readonly Condition[],
): readonly Item[] {
  return [...items].filter((item) => conditions.every((condition) => meets(item, condition)));
}

function meets(item: object, { attribute, operator, value }: Condition): boolean {
  const actual = valueOf(item, attribute);
  return operators[operator](compareValues(actual, typeof actual === 'number' ? Number(value) : value));
}
