import type { Token } from 'markdown-it';

/** A token that opens an element, with all between it and the one that closes it; or a token by itself. */
export interface MarkdownNode {
  readonly token: Token;
  readonly children: readonly MarkdownNode[];
}

/** The flat list of tokens of the parser as a tree; its depth is bounded by `maxNesting` of the parser. */
export function toTree(tokens: readonly Token[]): readonly MarkdownNode[] {
  const root: MarkdownNode[] = [];
  const open = [root];
  for (const token of tokens) {
    if (token.nesting < 0) {
      open.pop();
      continue;
    }
    const children: MarkdownNode[] = [];
    open.at(-1)?.push({ token, children });
    if (token.nesting > 0) open.push(children);
  }
  return root;
}
