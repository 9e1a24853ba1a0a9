import MarkdownIt, { type Token } from 'markdown-it';
import { readTag } from './html-tags.ts';
import { readWholeLines } from './html-lines.ts';
import { textOf, type MarkdownNode } from './markdown-node.ts';
import { MarkdownTree } from './markdown-tree.ts';

/** Shows text beyond the nesting limit as a paragraph. */
const parser = new MarkdownIt('default', { html: true, linkify: false, maxNesting: 20 });

// CommonMark shows Markdown next to a tag at the start of a line as it is written; authors expect formats there, too.
parser.block.ruler.at('html_block', readWholeLines, { alt: ['paragraph', 'reference', 'blockquote'] });

/** Parses CommonMark with tables, in which tags of HTML become nodes, each closed in the block in which it begins. */
export function parseMarkdown(text: string): readonly MarkdownNode[] {
  return toTree(parser.parse(text, {}));
}

/** The first paragraph with a text, without formats and in one line; empty if there is no such paragraph. */
export function firstParagraph(text: string): string {
  const paragraphs = parseMarkdown(text).filter(({ element }) => element === 'p');
  return paragraphs.map(({ children }) => inOneLine(children)).find((line) => line !== '') ?? '';
}

/** The text of one line in Markdown, such as the first of a description, without formats. */
export function plainLine(text: string): string {
  return inOneLine(toTree(parser.parseInline(text, {})));
}

/** The whole text without formats. */
export function plainText(text: string): string {
  return textOf(parseMarkdown(text), '\n').trim();
}

function inOneLine(nodes: readonly MarkdownNode[]): string {
  return textOf(nodes, ' ').replace(/\s+/gu, ' ').trim();
}

/** Turns the parser's flat list of tokens into a tree; `maxNesting` of the parser bounds its depth. */
function toTree(tokens: readonly Token[]): readonly MarkdownNode[] {
  const tree = new MarkdownTree();
  for (const token of tokens) {
    if (token.nesting > 0) tree.open(describe(token), undefined);
    else if (token.nesting < 0) tree.closeMarkdown();
    else if (token.type === 'inline') for (const child of toTree(token.children ?? [])) tree.add(child);
    else if (token.type === 'html_inline') addTag(tree, token.content);
    else tree.add({ ...describe(token), children: [] });
  }
  return tree.finish();
}

function addTag(tree: MarkdownTree, text: string): void {
  const tag = readTag(text);
  if (tag.does === 'close') tree.closeHtml(tag.tag);
  if (tag.does === 'show') tree.add({ element: 'text', text: tag.text, children: [] });
  if (tag.does !== 'open' && tag.does !== 'void') return;
  const address = tag.address === undefined ? {} : { address: parser.utils.unescapeAll(tag.address) };
  if (tag.does === 'open') tree.openHtml({ element: tag.element, text: '', ...address }, tag.tag);
  else tree.addHtml({ element: tag.element, text: tag.text ?? '', ...address, children: [] });
}

/** Elements of Markdown have the names of HTML, except the ones that have no tag of their own. */
function describe(token: Token): Omit<MarkdownNode, 'children'> {
  const { type, tag, content } = token;
  if (type === 'image') return { element: 'image', text: content, address: attributeOf(token, 'src') };
  if (type === 'link_open') return { element: 'a', text: '', address: attributeOf(token, 'href') };
  if (type === 'fence' || type === 'code_block') return { element: 'pre', text: content };
  if (type === 'ordered_list_open') return { element: 'ol', text: '', start: attributeOf(token, 'start') };
  if (type === 'softbreak') return { element: 'text', text: '\n' };
  // Paragraphs in tight lists have no element (CommonMark, section 5.3).
  if (token.hidden) return { element: 'tight', text: '' };
  return { element: tag === '' ? 'text' : tag, text: content };
}

function attributeOf(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '');
}
