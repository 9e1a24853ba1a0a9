import { count } from '#compiler/plan/wording/describe-quantity.ts';
import type { LocatedChange } from '../plan-report.ts';

type DescribeBound = (value: number, exclusive: boolean) => string;

/** What the limits of a value mean. */
const bounds: Readonly<Record<string, DescribeBound>> = {
  minimum: (value, exclusive) => `${exclusive ? 'above' : 'at least'} ${value}`,
  maximum: (value, exclusive) => `${exclusive ? 'below' : 'at most'} ${value}`,
  minLength: (value) => `at least ${count(value, 'character')}`,
  maxLength: (value) => `at most ${count(value, 'character')}`,
  minItems: (value) => `at least ${count(value, 'item')}`,
  maxItems: (value) => `at most ${count(value, 'item')}`,
  minProperties: (value) => `at least ${value} ${value === 1 ? 'property' : 'properties'}`,
  maxProperties: (value) => `at most ${value} ${value === 1 ? 'property' : 'properties'}`,
};

/** `query parameter limit at most 50, was 100`; undefined if a change is not one of such a limit. */
export function describeLimit({
  path = '',
  limit,
}: Partial<Pick<LocatedChange, 'path' | 'limit'>>): string | undefined {
  const describe = limit && bounds[limit.keyword];
  if (!describe) return undefined;
  const { keyword, before, after } = limit;
  const where = path.endsWith(keyword) ? path.slice(0, -keyword.length).trimEnd() : path;
  const is = describe(after.value, after.exclusive);
  const isSameKind = before.exclusive === after.exclusive;
  const was = isSameKind ? before.value : describe(before.value, before.exclusive);
  return `${where} ${is}, was ${was}`.trimStart();
}
