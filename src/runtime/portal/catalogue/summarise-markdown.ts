import markdownIt from 'markdown-it';

const parser = markdownIt({ html: false, linkify: false });

/** A summary is shorter than this, and what it is made of is at the beginning. */
const longestSummary = 180;
const longestSource = 2000;

/** The beginning of the first paragraph of a Markdown text, as plain text; empty if it has none. */
export function summariseMarkdown(markdown: string): string {
  const tokens = parser.parse(markdown.slice(0, longestSource), {});
  const start = tokens.findIndex(({ type }) => type === 'paragraph_open');
  const inline = start === -1 ? undefined : tokens[start + 1];
  const text = (inline?.children ?? []).map(({ type, content }) => (isBreak(type) ? ' ' : content)).join('');
  return shorten(text.replace(/\s+/gu, ' ').trim());
}

function isBreak(type: string): boolean {
  return type === 'softbreak' || type === 'hardbreak';
}

/** Ends after a sentence, or else after a word, unless that leaves less than half. */
function shorten(text: string): string {
  if (text.length <= longestSummary) return text;
  const beginning = text.slice(0, longestSummary).toWellFormed();
  const sentence = beginning.lastIndexOf('. ') + 1;
  if (sentence > longestSummary / 2) return beginning.slice(0, sentence);
  const word = beginning.lastIndexOf(' ');
  return `${beginning.slice(0, word > longestSummary / 2 ? word : undefined)}…`;
}
