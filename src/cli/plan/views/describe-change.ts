import type { LocatedChange } from '../plan-report.ts';
import { nameSubject, renderValues } from './plan-changes.ts';
import { count } from '#compiler/plan/wording/describe-quantity.ts';

type DescribeBound = (value: number, exclusive: boolean) => string;

/** Describes the limits of a value, by JSON Schema keyword. */
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

/** A change in words: the operations that it affects, and what changes. */
export interface DescribedChange {
  /** For a change of a contract: the operations that it affects. */
  readonly operations: readonly string[];
  /** The end of a sentence, without the subject, the operation and the full stop. */
  readonly text: string;
  /** Whether the text continues a sentence that begins with the subject or the operation: `was removed`. */
  readonly isContinued: boolean;
}

/** Describes a change, followed by its values if the message does not contain them. */
export function describeChange(change: LocatedChange): DescribedChange {
  const { subject } = change;
  const noun = nameSubject(subject).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  const starts = [`The ${noun}: `, `The ${noun} `, `${subject.name}: `, `${subject.name} `];
  const { operations, text, isContinued } = describeDifference(change, starts);
  const values = renderValues(change);
  return { operations, isContinued, text: values === undefined ? text : `${text}: ${values}` };
}

/** Describes a difference between two contracts by its message, without the name of the operation. */
export function describeDifference(
  change: Pick<LocatedChange, 'message'> & Partial<LocatedChange>,
  starts: readonly string[] = [],
): DescribedChange {
  const { message, operations = [] } = change;
  const limit = describeLimit(change);
  if (limit !== undefined) return { operations, text: describeLocation(limit), isContinued: false };
  const [first, ...others] = operations;
  const named = others.length === 0 ? first : `${first} and ${others.length} more`;
  const all = [...starts, ...(named === undefined ? [] : [`${named}: `, `${named} `])];
  const { rest, isContinued } = withoutStarts(all, message.replace(/\.$/, ''));
  return { operations, text: describeLocation(rest), isContinued };
}

function withoutStarts(starts: readonly string[], text: string): { rest: string; isContinued: boolean } {
  let [rest, isContinued] = [text, false];
  for (const start of starts) {
    if (!rest.startsWith(start)) continue;
    rest = rest.slice(start.length);
    isContinued = !start.endsWith(': ');
  }
  return { rest, isContinued };
}

/** Marks the name of a parameter as code. */
function describeLocation(text: string): string {
  return text.replace(/^((?:new )?(?:query|path|header|cookie)) parameter ([\w.[\]$-]+)/, '$1 `$2`');
}

/** `query parameter limit at most 50, was 100`; undefined if the change is not about a limit. */
function describeLimit({
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
