import type { MarkupElement, MarkupNode } from './read-markup.ts';

/** The address that a link of Markdown leads to, for one of a page; undefined if the link is only its text. */
export type ResolveAddress = (href: string) => string | undefined;

/** How the elements within a line are written. */
export interface InlineStyle {
  readonly resolveAddress: ResolveAddress;
  /** Whether the line is a cell of a table, where a bar would begin the next cell. */
  readonly isCell?: boolean;
}

/** Elements that only a person at a browser can use. */
const controls = new Set(['form', 'button', 'input', 'select', 'textarea', 'svg', 'script']);

/** Whether an element says nothing to a reader of Markdown: what one clicks, and marks for the eye. */
export function isForScreen({ name, attributes }: MarkupElement): boolean {
  const classes = classesOf(attributes);
  if (name === 'nav') return !classes.includes('trail') && !classes.includes('pages');
  if (name === 'a') return classes.includes('anchor') || classes.includes('button');
  return controls.has(name) || attributes['aria-hidden'] === 'true' || classes.includes('filters');
}

export function classesOf(attributes: MarkupElement['attributes']): readonly string[] {
  return (attributes['class'] ?? '').split(' ');
}

/** Nodes within a line as Markdown (CommonMark), with each run of white space as one space, as browsers show it. */
export function writeInline(nodes: readonly MarkupNode[], style: InlineStyle): string {
  const line = nodes.map((node) => writeNode(node, style)).reduce(join, '');
  return line.replaceAll(/^ | $/g, '');
}

function join(line: string, piece: string): string {
  // After an exclamation mark, a link would be an image.
  if (line.endsWith('!') && piece.startsWith('[')) return `${line.slice(0, -1)}${String.raw`\!`}${piece}`;
  return line.endsWith(' ') && piece.startsWith(' ') ? line + piece.slice(1) : line + piece;
}

function writeNode(node: MarkupNode, style: InlineStyle): string {
  if (typeof node === 'string') return escapeMarkdown(node);
  if (isForScreen(node)) return '';
  const { name, attributes, children } = node;
  const inside = () => children.map((child) => writeNode(child, style)).reduce(join, '');
  switch (name) {
    case 'code':
      return writeCode(textOf(node), style);
    case 'a':
      return writeLink(attributes['href'] ?? '', children, style);
    case 'br':
      return ' ';
    case 'strong':
      return emphasise(inside(), '**');
    case 'em':
      return emphasise(inside(), '*');
    case 's':
      return strike(inside());
    case 'sup':
      return raise(inside(), '^');
    case 'sub':
      return raise(inside(), String.raw`\_`);
    case 'span':
      return classesOf(attributes).includes('badge') ? emphasise(inside(), '**') : inside();
    case 'img':
      return escapeMarkdown(attributes['alt'] ?? '');
    default:
      // Blocks within a line, such as a list in a cell.
      return blockLike.has(name) ? ` ${inside()} ` : inside();
  }
}

const blockLike = new Set(['p', 'div', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'pre', 'h2', 'h3', 'h4']);

/** The text of a node, as it is. */
export function textOf(node: MarkupNode): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('');
}

/**
 * A text so that no part of it is a mark of Markdown. What is a mark only at the start of a line is escaped by
 * `escapeLineStart`, since a text may be anywhere in its line.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[ \t\n\r\f]+/g, ' ')
    .replaceAll(/[\\`*[\]<~|]/g, String.raw`\$&`)
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\_`)
    .replaceAll(/&(?=[#\w])/g, String.raw`\&`);
}

/** Escapes what would make a line of text a heading, a list, a quotation, or a line below a heading. */
export function escapeLineStart(line: string): string {
  return line.replace(/^[#>+=-]/, String.raw`\$&`).replace(/^(\d{1,9})([.)])(?=\s|$)/, String.raw`$1\$2`);
}

/** Code within a line; a longer run of backticks than any inside begins and ends it. */
function writeCode(text: string, { isCell = false }: Pick<InlineStyle, 'isCell'>): string {
  const line = text.replaceAll(/[\n\r]+/g, ' ');
  if (line === '') return '';
  // Parsers differ in what a backslash before an escaped bar means in code.
  if (isCell && line.includes(String.raw`\|`)) return escapeMarkdown(line);
  // Code of spaces alone has no other form in Markdown than this one, which keeps them all.
  const needsSpace = /^[ `]|[ `]$/.test(line) && line.trim() !== '';
  const space = needsSpace ? ' ' : '';
  const fence = '`'.repeat(longestRun(line) + 1);
  return `${fence}${space}${isCell ? line.replaceAll('|', String.raw`\|`) : line}${space}${fence}`;
}

/** The length of the longest run of backticks in a text. */
export function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

function writeLink(href: string, children: readonly MarkupNode[], style: InlineStyle): string {
  const inside = writeInline(children, style);
  const address = style.resolveAddress(href);
  if (address === undefined || inside === '') return inside;
  return `[${inside}](${encodeAddress(address)})`;
}

/** An address without the characters that would end it in Markdown, or begin an entity. */
export function encodeAddress(address: string): string {
  return address
    .toWellFormed()
    .replaceAll(
      /[\0- ()<>\\|\u007F-\u{10FFFF}]/gu,
      (character) => parentheses[character] ?? encodeURIComponent(character),
    )
    .replaceAll(/&(?=#?\w+;)/g, '&amp;');
}

/** What encodeURIComponent does not encode. */
const parentheses: Readonly<Record<string, string>> = { '(': '%28', ')': '%29' };

/** Emphasis needs letters at its ends; other texts stay as they are. */
function emphasise(inside: string, mark: string): string {
  const [, before = '', text = '', after = ''] = /^( ?)(.*?)( ?)$/s.exec(inside) ?? [];
  return /^[\p{L}\p{N}](?:.*[\p{L}\p{N}])?$/su.test(text) ? `${before}${mark}${text}${mark}${after}` : inside;
}

/** Text that no longer holds. Without letters at its ends it needs spaces around it, since its meaning must not be lost. */
function strike(inside: string): string {
  const text = inside.trim();
  if (text === '') return inside;
  const struck = emphasise(inside, '~~');
  return struck === inside ? ` ~~${text}~~ ` : struck;
}

/** Text above or below the line, for which Markdown has no mark: `x^(2)`. */
function raise(inside: string, mark: string): string {
  return inside.trim() === '' ? inside : `${mark}(${inside})`;
}
