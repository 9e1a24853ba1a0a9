import markdownIt, { type StateBlock } from 'markdown-it';

/** The most lines of one element; longer ones are read as text. */
const mostLines = 500;

/**
 * The rule of the parser for HTML that may contain empty lines, which end all other elements: comments, scripts and styles
 * disappear, and preformatted text becomes a block of code.
 */
export function readWholeLines(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  if ((state.sCount[start] ?? 0) - state.blkIndent >= 4) return false;
  const from = (state.bMarks[start] ?? 0) + (state.tShift[start] ?? 0);
  const first = state.src.slice(from, state.eMarks[start]);
  const [, tag = ''] = /^<(!--|script\b|style\b|pre\b)/i.exec(first) ?? [];
  if (tag === '') return false;
  const closing = tag === '!--' ? '-->' : `</${tag.toLowerCase()}>`;
  // What ends in the same line, or nowhere, is left to the rule for tags within a line.
  if (first.toLowerCase().includes(closing)) return false;
  const lines = [first];
  for (let line = start + 1; line < Math.min(end, start + mostLines); line += 1) {
    if ((state.sCount[line] ?? 0) < state.blkIndent && !state.isEmpty(line)) return false;
    const text = state.src.slice(state.bMarks[line], state.eMarks[line]);
    const found = text.toLowerCase().indexOf(closing);
    if (found === -1) {
      lines.push(text);
      continue;
    }
    if (!silent) {
      if (/^pre$/i.test(tag)) pushCode(state, [...lines, text.slice(0, found)].join('\n'));
      pushParagraph(state, text.slice(found + closing.length));
      state.line = line + 1;
    }
    return true;
  }
  return false;
}

const { unescapeAll } = markdownIt().utils;

function pushCode(state: StateBlock, markup: string): void {
  const text = markup.replace(/<[^<>]*>/g, '').replace(/^\n/, '');
  const token = state.push('code_block', 'code', 0);
  token.content = text.replace(/&[#\w]{1,40};/g, (entity) => unescapeAll(entity));
}

function pushParagraph(state: StateBlock, text: string): void {
  if (text.trim() === '') return;
  state.push('paragraph_open', 'p', 1);
  const token = state.push('inline', '', 0);
  token.content = text.trim();
  token.children = [];
  state.push('paragraph_close', 'p', -1);
}
