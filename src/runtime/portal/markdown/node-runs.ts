import { isInline, type MarkdownNode } from './markdown-node.ts';

/** Neighbours that HTML needs in one element: a line, items of a list, rows or cells of a table, or one block. */
export interface NodeRun {
  readonly kind: 'line' | 'items' | 'rows' | 'cells' | 'block';
  readonly nodes: MarkdownNode[];
}

/** The nodes in runs, without lines that show nothing. */
export function groupNodes(nodes: readonly MarkdownNode[]): readonly NodeRun[] {
  const runs: NodeRun[] = [];
  for (const node of nodes) {
    const last = runs.at(-1);
    const kind = kindOf(node);
    if (last && kind !== 'block' && (kind === last.kind || (isBlank(node) && last.kind !== 'block')))
      last.nodes.push(node);
    else runs.push({ kind, nodes: [node] });
  }
  return runs.filter((run) => run.kind !== 'line' || !run.nodes.every(isBlank));
}

function kindOf(node: MarkdownNode): NodeRun['kind'] {
  if (isInline(node)) return 'line';
  if (node.element === 'li') return 'items';
  if (node.element === 'tr') return 'rows';
  return node.element === 'td' || node.element === 'th' ? 'cells' : 'block';
}

/** Whether a node of a line shows nothing. */
function isBlank(node: MarkdownNode): boolean {
  if (node.element === 'dropped') return true;
  if (node.element === 'image' || !isInline(node)) return false;
  return node.text.trim() === '' && node.children.every(isBlank);
}
