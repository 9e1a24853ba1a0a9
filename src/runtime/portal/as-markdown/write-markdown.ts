import type { MarkupElement, MarkupNode } from './read-markup.ts';
import {
  classesOf,
  escapeLineStart,
  isForScreen,
  longestRun,
  textOf,
  writeInline,
  type InlineStyle,
  type ResolveAddress,
} from './write-inline.ts';

/** A paragraph, a heading, an item of a list …; its lines have no indentation. */
type Block = string;

/** The maximum number of levels of lists; what is deeper is written at the last one. */
const deepest = 12;

/** The largest number of an item (CommonMark section 5.2). */
const largestNumber = 999_999_999;

/** The content of a page as blocks of Markdown (CommonMark with tables), in its order. */
export function writeBlocks(nodes: readonly MarkupNode[], resolveAddress: ResolveAddress): readonly Block[] {
  return new MarkdownWriter({ resolveAddress }).blocks(nodes, 0);
}

/** Blocks as one text: short items of a list follow each other, and all other blocks have an empty line between them. */
export function joinBlocks(blocks: readonly Block[]): string {
  return blocks.reduce((text, block, index) => {
    const before = blocks[index - 1];
    if (before === undefined) return block;
    return `${text}${isShortItem(before) && isItem(block) ? '\n' : '\n\n'}${block}`;
  }, '');
}

/** No text of a paragraph begins like an item, see `escapeLineStart`. */
function isItem(block: Block): boolean {
  return /^(?:- |\d+\. )/.test(block);
}

function isShortItem(block: Block): boolean {
  return isItem(block) && !block.includes('\n\n');
}

class MarkdownWriter {
  readonly #style: InlineStyle;

  constructor(style: InlineStyle) {
    this.#style = style;
  }

  blocks(nodes: readonly MarkupNode[], depth: number): readonly Block[] {
    const blocks: Block[] = [];
    let line: MarkupNode[] = [];
    const endLine = () => {
      const text = escapeLineStart(writeInline(line, this.#style));
      if (text !== '') blocks.push(text);
      line = [];
    };
    for (const node of joinContinued(nodes)) {
      if (typeof node !== 'string' && isForScreen(node)) continue;
      const written = typeof node === 'string' ? undefined : this.#block(node, depth);
      if (written === undefined) line.push(node);
      else {
        endLine();
        blocks.push(...written);
      }
    }
    endLine();
    return blocks;
  }

  /** The blocks of an element; undefined if it is part of a line. */
  #block(element: MarkupElement, depth: number): readonly Block[] | undefined {
    const { name, attributes, children } = element;
    switch (name) {
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        return this.#heading(Number(name.slice(1)), children);
      case 'pre':
        return [writeFence(textOf(element))];
      case 'hr':
        return ['***'];
      case 'blockquote':
        return [prefix(joinBlocks(this.blocks(children, depth)), '> ', '> ')];
      case 'ul':
        return itemsOf(children).flatMap((item) => this.#item('- ', item.children, depth));
      case 'ol':
        return this.#numbered(Number(attributes['start'] ?? 1), itemsOf(children), depth);
      case 'dl':
        return this.#facts(children, depth);
      case 'details':
        return this.#details(children, depth);
      case 'table':
        return this.#table(element);
      case 'nav':
        return classesOf(attributes).includes('trail')
          ? this.#pagesAbove(children)
          : this.blocks(children, depth);
      case 'div':
        return classesOf(attributes).includes('field-of-schema')
          ? this.#item('- ', children, depth)
          : this.blocks(children, depth);
      case 'p':
      case 'section':
        return this.blocks(children, depth);
      default:
        return undefined;
    }
  }

  #heading(level: number, children: readonly MarkupNode[]): readonly Block[] {
    const text = writeInline(children, this.#style);
    // A text that ends with number signs would lose them.
    return text === '' ? [] : [`${'#'.repeat(level)} ${text.replace(/#$/, String.raw`\#`)}`];
  }

  #item(mark: string, children: readonly MarkupNode[], depth: number): readonly Block[] {
    return this.#itemOf(mark, this.blocks(children, depth + 1), depth);
  }

  #numbered(start: number, items: readonly MarkupElement[], depth: number): readonly Block[] {
    return items.flatMap((item, index) =>
      this.#item(`${Math.min(start + index, largestNumber)}. `, item.children, depth),
    );
  }

  #itemOf(mark: string, blocks: readonly Block[], depth: number): readonly Block[] {
    if (blocks.length === 0) return [];
    if (depth >= deepest) return blocks;
    return [prefix(joinBlocks(blocks), mark, ' '.repeat(mark.length))];
  }

  /** Each term as an item, with its descriptions on the same line if there is only one. */
  #facts(children: readonly MarkupNode[], depth: number): readonly Block[] {
    const facts: { readonly term: string; readonly values: (readonly Block[])[] }[] = [];
    for (const { name, children: inside } of itemsOf(children)) {
      if (name === 'dt') facts.push({ term: escapeLineStart(writeInline(inside, this.#style)), values: [] });
      else facts.at(-1)?.values.push(this.blocks(inside, depth + 1));
    }
    return facts.flatMap(({ term, values }) => {
      const [[first = '', ...rest] = [], ...others] = values.filter(({ length }) => length > 0);
      if (others.length === 0 && !first.includes('\n') && !isItem(first) && !first.startsWith('#'))
        return this.#itemOf('- ', [`${term}: ${first}`, ...rest], depth);
      const items = values.flatMap((blocks) => this.#itemOf('- ', blocks, depth + 1));
      return this.#itemOf('- ', [`${term}:`, ...items], depth);
    });
  }

  /** What a reader unfolds: an item with its summary and what is inside. */
  #details(children: readonly MarkupNode[], depth: number): readonly Block[] {
    const isSummary = (node: MarkupNode) => typeof node !== 'string' && node.name === 'summary';
    const inside = this.blocks(
      children.filter((node) => !isSummary(node)),
      depth + 1,
    );
    const [summary] = itemsOf(children.filter(isSummary));
    const title = escapeLineStart(writeInline(summary?.children ?? [], this.#style));
    return this.#itemOf('- ', [title, ...inside], depth);
  }

  #table(table: MarkupElement): readonly Block[] {
    const [caption] = find(table, 'caption');
    const rows = find(table, 'tr').map((row) =>
      itemsOf(row.children).map(({ children }) => writeInline(children, { ...this.#style, isCell: true })),
    );
    const [titles, ...others] = rows;
    if (!titles) return [];
    const above = caption ? this.blocks(caption.children, 0) : [];
    return [
      ...above,
      [titles, titles.map(() => '---'), ...others].map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
    ];
  }

  /** The pages above this one, in one line. */
  #pagesAbove(children: readonly MarkupNode[]): readonly Block[] {
    const pages = children.flatMap((list) => (typeof list === 'string' ? [] : itemsOf(list.children)));
    const line = pages.map((page) => writeInline(page.children, this.#style)).filter((text) => text !== '');
    return line.length === 0 ? [] : [escapeLineStart(line.join(' / '))];
  }
}

/** Blocks of code that continue one text are written as one. */
function joinContinued(nodes: readonly MarkupNode[]): readonly MarkupNode[] {
  const joined: MarkupNode[] = [];
  let isOpen = false;
  for (const node of nodes) {
    if (isOpen && typeof node === 'string' && node.trim() === '') continue;
    const last = joined.at(-1);
    const continues =
      typeof node !== 'string' && node.name === 'pre' && classesOf(node.attributes).includes('continued');
    if (continues && isOpen && typeof last === 'object')
      joined[joined.length - 1] = { ...last, children: [...last.children, ...node.children] };
    else joined.push(node);
    isOpen = continues;
  }
  return joined;
}

function itemsOf(children: readonly MarkupNode[]): readonly MarkupElement[] {
  return children.filter((child) => typeof child !== 'string').filter((child) => !isForScreen(child));
}

/** The elements with a name below an element, at any depth. */
function find(element: MarkupElement, name: string): readonly MarkupElement[] {
  return itemsOf(element.children).flatMap((child) => (child.name === name ? [child] : find(child, name)));
}

/** A block of code. Its fence is longer than any run of backticks inside, so that no text can end it. */
function writeFence(text: string): Block {
  const code = text.replaceAll(/\r\n?/g, '\n');
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1));
  return `${fence}\n${code}\n${fence}`;
}

/** Lines with a mark before the first one, and an indentation before the others. */
function prefix(block: Block, mark: string, indentation: string): Block {
  return block
    .split('\n')
    .map((line, index) =>
      index === 0 ? mark + line : line === '' ? indentation.trimEnd() : indentation + line,
    )
    .join('\n');
}
