import { mostValues } from './find-unfit-value.ts';
import { maximumDepth } from './nesting.ts';

/** What one look at every value of parsed JSON tells. */
export interface JsonSurvey {
  /** How many members all objects have together. */
  readonly members: number;
  /** Whether some value is no number of JSON, or there are too many values. */
  readonly isSuspect: boolean;
}

/** Looks at every value once. Throws a RangeError where they nest too deep. */
export function surveyJson(root: unknown): JsonSurvey {
  let members = 0;
  let values = 0;
  let isSuspect = false;

  const look = (value: unknown, depth: number): void => {
    values += 1;
    if (typeof value === 'number' && !Number.isFinite(value)) isSuspect = true;
    if (typeof value !== 'object' || value === null) return;
    if (depth > maximumDepth) throw new RangeError(`deeper than ${maximumDepth}`);
    const children: readonly unknown[] = Object.values(value);
    if (!Array.isArray(value)) members += children.length;
    for (const child of children) look(child, depth + 1);
  };

  look(root, 0);
  return { members, isSuspect: isSuspect || values > mostValues };
}

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;

/** How many members the objects of a JSON text are written with: more than there are, where a key stands twice. */
export function countWrittenMembers(json: string): number {
  let members = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) isInString = !isInString;
    else if (code === backslash) at += 1;
    else if (code === colon && !isInString) members += 1;
  }
  return members;
}
