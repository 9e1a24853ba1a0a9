import { isInline, type MarkdownNode } from './markdown-node.ts';

/** The largest number of HTML elements within each other; deeper ones lose their looks. */
const deepestHtml = 20;

/** A node whose end has not been found. */
interface OpenNode {
  readonly node: MarkdownNode;
  readonly children: MarkdownNode[];
  /** The tag in the text; undefined if Markdown opened the node. */
  readonly tag: string | undefined;
}

/** The elements that an element closes if they are open, up to the one that contains both. */
const closes: Readonly<
  Record<string, { readonly ends: readonly string[]; readonly within: readonly string[] }>
> = {
  li: { ends: ['li'], within: ['ul', 'ol'] },
  td: { ends: ['td', 'th'], within: ['tr', 'table'] },
  th: { ends: ['td', 'th'], within: ['tr', 'table'] },
  tr: { ends: ['tr'], within: ['table'] },
  a: { ends: ['a'], within: [] },
};

/** A tree that grows, in which no HTML reaches beyond the element of Markdown around it. */
export class MarkdownTree {
  readonly #root: MarkdownNode[] = [];
  readonly #opened: OpenNode[] = [];

  add(...nodes: readonly MarkdownNode[]): void {
    (this.#opened.at(-1)?.children ?? this.#root).push(...nodes);
  }

  addHtml(node: MarkdownNode): void {
    if (!isInline(node)) this.#endLine();
    this.add(node);
  }

  open(node: Omit<MarkdownNode, 'children'>, tag: string | undefined): void {
    const children: MarkdownNode[] = [];
    const opened = { ...node, children };
    this.add(opened);
    this.#opened.push({ node: opened, children, tag });
  }

  openHtml(node: Omit<MarkdownNode, 'children'>, tag: string): void {
    const { ends, within } = closes[node.element] ?? { ends: [], within: [] };
    const ended = this.#htmlIndex((open) => ends.includes(open.node.element), within);
    if (ended !== -1) this.#opened.length = ended;
    if (!isInline(node)) this.#endLine();
    if (this.#opened.filter((open) => open.tag !== undefined).length < deepestHtml) this.open(node, tag);
  }

  /** Closes an element of HTML, and what is open in it; a closing tag without a start does nothing. */
  closeHtml(tag: string): void {
    const index = this.#htmlIndex((open) => open.tag === tag, []);
    if (index !== -1) this.#opened.length = index;
  }

  /** Closes an element of Markdown, and all HTML in it. */
  closeMarkdown(): void {
    const index = this.#opened.findLastIndex((open) => open.tag === undefined);
    this.#opened.length = Math.max(index, 0);
  }

  finish(): readonly MarkdownNode[] {
    return this.#root;
  }

  /** A block ends the paragraph and the formats in which it begins. */
  #endLine(): void {
    const endsHere = ({ tag, node }: OpenNode) =>
      tag !== undefined && (node.element === 'p' || (isInline(node) && node.element !== 'dropped'));
    for (let top = this.#opened.at(-1); top && endsHere(top); top = this.#opened.at(-1)) this.#opened.pop();
  }

  #htmlIndex(isIt: (open: OpenNode) => boolean, within: readonly string[]): number {
    const index = this.#opened.findLastIndex(
      (open) => open.tag === undefined || isIt(open) || within.includes(open.node.element),
    );
    const found = this.#opened[index];
    return found && found.tag !== undefined && isIt(found) ? index : -1;
  }
}
