import { OpenBrackets } from './open-brackets.ts';

const special = /["'#[\]{}]/g;

/**
 * The brackets that are open at an offset of a JSON text, or of a flow collection of YAML that begins at `from`.
 * Brackets in strings and comments do not count. Takes linear time.
 */
export function findFlowBrackets(text: string, from: number, to: number): OpenBrackets {
  const brackets = new OpenBrackets(text);
  special.lastIndex = from;
  for (let found = special.exec(text); found && found.index < to; found = special.exec(text)) {
    const { index } = found;
    const [character] = found;
    if (character === '#') special.lastIndex = endOfComment(text, index);
    else if (character === '"' || character === "'") special.lastIndex = endOfString(text, index);
    else brackets.take(index);
  }
  return brackets;
}

function endOfComment(text: string, at: number): number {
  if (!/[\s,]/.test(text.charAt(at - 1))) return at + 1;
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

/** The offset after a string. A quote inside a plain value, as in `it's`, does not begin a string. */
function endOfString(text: string, at: number): number {
  if (at > 0 && !/[\s,:[{]/.test(text.charAt(at - 1))) return at + 1;
  const quote = text.charAt(at);
  for (let end = text.indexOf(quote, at + 1); end !== -1; end = text.indexOf(quote, end + 1)) {
    if (quote === '"' && isEscaped(text, end)) continue;
    if (quote === '"' || text.charAt(end + 1) !== quote) return end + 1;
    end += 1;
  }
  return text.length;
}

function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text.charAt(start - 1) === '\\') start -= 1;
  return (at - start) % 2 === 1;
}
