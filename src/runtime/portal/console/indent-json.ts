/** Nothing is indented further, so that nesting cannot make a text many times longer. */
const deepestIndent = 40;

const tokenPattern = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}:,]|[^\s"[\]{}:,]+/g;

/**
 * Indents JSON without reading its values: numbers, strings and repeated keys stay as they are. Text that is not JSON
 * stays unchanged. Stops after about `maxLength` characters.
 */
export function indentJson(text: string, maxLength: number): string {
  if (!isJsonText(text)) return text;
  const writer = new IndentWriter();
  for (const [token] of text.matchAll(tokenPattern)) {
    writer.add(token);
    if (writer.text.length > maxLength) break;
  }
  return writer.text;
}

function isJsonText(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

class IndentWriter {
  text = '';
  #depth = 0;
  /** Whether the last token opened an object or a list, which may be empty. */
  #isOpen = false;

  add(token: string): void {
    const isEnd = token === '}' || token === ']';
    if (isEnd) this.#depth -= 1;
    // An empty object or list stays on one line.
    if (this.#isOpen !== isEnd) this.#breakLine();
    this.#isOpen = token === '{' || token === '[';
    if (this.#isOpen) this.#depth += 1;
    this.text += token === ':' ? ': ' : token;
    if (token === ',') this.#breakLine();
  }

  #breakLine(): void {
    this.text += `\n${'  '.repeat(Math.min(this.#depth, deepestIndent))}`;
  }
}
