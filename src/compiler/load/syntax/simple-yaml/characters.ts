/** Character codes that have a meaning in YAML 1.2 (chapter 5). */
export const tab = 0x09;
export const lineFeed = 0x0a;
export const carriageReturn = 0x0d;
export const space = 0x20;
export const doubleQuote = 0x22;
export const hash = 0x23;
export const singleQuote = 0x27;
export const comma = 0x2c;
export const dash = 0x2d;
export const dot = 0x2e;
export const colon = 0x3a;
export const folded = 0x3e;
export const openBracket = 0x5b;
export const backslash = 0x5c;
export const closeBracket = 0x5d;
export const openBrace = 0x7b;
export const literal = 0x7c;
export const closeBrace = 0x7d;

export function isLineBreak(code: number): boolean {
  return code === lineFeed || code === carriageReturn;
}

/** Whether a character code ends a line; NaN is the end of the text. */
export function isLineEnd(code: number): boolean {
  return isLineBreak(code) || Number.isNaN(code);
}

/** Whether a character separates an indicator from what follows. */
export function isBlank(code: number): boolean {
  return code === space || code === tab || isLineEnd(code);
}

/** Whether a character ends a plain scalar in a flow collection (c-flow-indicator, section 5.3). */
export function isFlowIndicator(code: number): boolean {
  return (
    code === comma ||
    code === openBracket ||
    code === closeBracket ||
    code === openBrace ||
    code === closeBrace
  );
}

export function isQuote(code: number): boolean {
  return code === doubleQuote || code === singleQuote;
}
