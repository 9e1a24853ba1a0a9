import type { LocatedChange } from '../../plan/plan-report.ts';
import { nameSubject, renderValues } from './plan-changes.ts';

/** A change for a person: what it is about, and what changes there. */
export interface DescribedChange {
  /** Of a change of a contract: the operations that it reaches. */
  readonly operations: readonly string[];
  /** The end of a sentence, without the subject, the operation and the full stop. */
  readonly text: string;
}

/** Describes a change; its values follow with a subject where the message does not contain them. */
export function describeChange(change: LocatedChange): DescribedChange {
  const { message, subject, operations = [] } = change;
  const [first, ...others] = operations;
  const named = others.length === 0 ? first : `${first} and ${others.length} more`;
  const values = renderValues(change);
  const noun = nameSubject(subject).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  const starts = [
    `The ${noun} `,
    `${subject.name}: `,
    `${subject.name} `,
    ...(named === undefined ? [] : [`${named}: `, `${named} `]),
  ];
  const text = withoutStart(starts, message.replace(/\.$/, ''));
  const described = describeLimit(change, describeLocation(text));
  return { operations, text: values === undefined ? described : `${described}: ${values}` };
}

function withoutStart(starts: readonly string[], text: string): string {
  return starts.reduce((rest, start) => (rest.startsWith(start) ? rest.slice(start.length) : rest), text);
}

/** The names of parameters are code. */
function describeLocation(text: string): string {
  return text.replace(/^((?:new )?(?:query|path|header|cookie)) parameter ([\w.[\]$-]+)/, '$1 `$2`');
}

/** What the limits of a value mean. */
const bounds: Readonly<Record<string, (value: string) => string>> = {
  minimum: (value) => `at least ${value}`,
  maximum: (value) => `at most ${value}`,
  minLength: (value) => `at least ${value} characters`,
  maxLength: (value) => `at most ${value} characters`,
  minItems: (value) => `at least ${value} items`,
  maxItems: (value) => `at most ${value} items`,
  minProperties: (value) => `at least ${value} properties`,
  maxProperties: (value) => `at most ${value} properties`,
};

/** `limit: maximum 100 → 50` as `limit at most 50, was 100`. */
function describeLimit({ id }: LocatedChange, text: string): string {
  if (!/-limit-(?:tightened|loosened)$/.test(id)) return text;
  return text.replace(
    /: (\w+) ([\d.e+-]+) → ([\d.e+-]+)$/,
    (whole, keyword: string, before, after: string) => {
      const describe = bounds[keyword];
      return describe ? ` ${describe(after)}, was ${before}` : whole;
    },
  );
}
