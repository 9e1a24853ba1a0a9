/** A part of a text in Markdown; the elements of HTML in it are nodes as those of Markdown are. */
export interface MarkdownNode {
  /** The element, or `text`, `image`, `block` (without looks) or `dropped` (with content that is not shown). */
  readonly element: string;
  /** Of a text, an image, or a block of code. */
  readonly text: string;
  /** Of a link or an image, as written. */
  readonly address?: string;
  /** The number of the first item of an ordered list. Default: 1. */
  readonly start?: string;
  readonly children: readonly MarkdownNode[];
}

const inlineElements = new Set('text image br strong em code s sub sup a dropped'.split(' '));

/** Whether a node is part of a line, and no block. */
export function isInline({ element }: Pick<MarkdownNode, 'element'>): boolean {
  return inlineElements.has(element);
}

/** The text of nodes without formats; blocks and line breaks become `separator`. */
export function textOf(nodes: readonly MarkdownNode[], separator: string): string {
  return nodes.map((node) => textOfNode(node, separator)).join('');
}

function textOfNode(node: MarkdownNode, separator: string): string {
  if (node.element === 'dropped') return '';
  if (node.element === 'br') return separator;
  const inside = node.text + textOf(node.children, separator);
  return isInline(node) ? inside : `${separator}${inside}${separator}`;
}
