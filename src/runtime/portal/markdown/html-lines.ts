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
  const ending = findEnding(state, closing, from);
  const last = lineOf(state, ending, start, Math.min(end, start + mostLines));
  if (last === undefined) return false;
  if (!silent) {
    const lines = Array.from({ length: last - start - 1 }, (_, index) =>
      state.src.slice(state.bMarks[start + 1 + index], state.eMarks[start + 1 + index]),
    );
    const code = [first, ...lines, state.src.slice(state.bMarks[last], ending)];
    if (/^pre$/i.test(tag)) pushCode(state, code.join('\n'));
    pushParagraph(state, state.src.slice(ending + closing.length, state.eMarks[last]));
    state.line = last + 1;
  }
  return true;
}

/** The line below `start` that contains an index, before which no line leaves the block; undefined for other indexes. */
function lineOf(state: StateBlock, index: number, start: number, end: number): number | undefined {
  // What ends in the same line, or nowhere, is left to the rule for tags within a line.
  if (index <= (state.eMarks[start] ?? 0) || index >= (state.eMarks[end - 1] ?? 0)) return undefined;
  for (let line = start + 1; line < end; line += 1) {
    if ((state.sCount[line] ?? 0) < state.blkIndent && !state.isEmpty(line)) return undefined;
    if (index < (state.eMarks[line] ?? 0)) return index >= (state.bMarks[line] ?? 0) ? line : undefined;
  }
  return undefined;
}

/** Where an end tag was found in a text, searched from an index. */
interface Found {
  readonly from: number;
  readonly at: number;
}

const found = new WeakMap<object, Map<string, Found>>();

/**
 * The index of the next end tag from an index on; infinite if none follows. What was found is remembered for each
 * parsed text, so that many tags without an end do not search it again and again.
 */
function findEnding({ env, src }: StateBlock, closing: string, from: number): number {
  const ofText = found.get(env) ?? new Map<string, Found>();
  found.set(env, ofText);
  const known = ofText.get(closing);
  if (known && known.from <= from && from <= known.at) return known.at;
  const pattern = new RegExp(closing, 'gi');
  pattern.lastIndex = from;
  const at = pattern.exec(src)?.index ?? Infinity;
  ofText.set(closing, { from, at });
  return at;
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
