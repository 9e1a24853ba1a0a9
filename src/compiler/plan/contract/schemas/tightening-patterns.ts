import { anything, compilePattern } from '#openapi/schema/compile-pattern.ts';

/** The patterns of one schema that may refuse texts which another schema's patterns allow. */
export function tighteningPatterns(
  patterns: ReadonlySet<string>,
  others: ReadonlySet<string>,
): readonly string[] {
  const isOneLine = [...others].some(allowsOneLine);
  const isIdle = (pattern: string) =>
    others.has(pattern) || allowsEveryText(pattern) || (isOneLine && allowsEveryLine.test(pattern));
  return [...patterns].filter((pattern) => !isIdle(pattern));
}

/** Any character except the end of a line, any number of times, in as many groups. */
const allowsEveryLine = /^\^\(*\.\*\)*\$$/;

const wholeText = /^\^\(*\[(?:\^|\\s\\S|\\S\\s|\\d\\D|\\D\\d|\\w\\W|\\W\\w)\]\*\)*\$$/;

/** Whether every text has a match: the empty match at either end is one. The gateway ignores an invalid pattern. */
function allowsEveryText(pattern: string): boolean {
  if (wholeText.test(pattern)) return true;
  const expression = compilePattern(pattern);
  if (expression === anything) return true;
  const hasOneEnd = !(pattern.startsWith('^') && pattern.endsWith('$'));
  const rest = withoutClasses(pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, ''));
  return hasOneEnd && !/[\^$]|\\[bB]|\(\?<?[=!]/.test(rest) && expression.test('');
}

function withoutClasses(pattern: string): string {
  return pattern.replaceAll(/\\[^bB]|\[(?:\\.|[^\]\\])*\]/g, 'x');
}

/** Whether a pattern describes whole texts by characters, none of which ends a line; `false` if that is not clear. */
function allowsOneLine(pattern: string): boolean {
  const isWhole = /^\^.*(?<!\\)\$$/.test(pattern) && compilePattern(pattern) !== anything;
  const plain = pattern.slice(1, -1).replaceAll(/\\[dw.+*?()[\]{}|^$/\\-]/g, 'x');
  return isWhole && !/\\|\[\^|\||[\^$]|\(\?/.test(plain);
}
