import { isCollection, isPair, isScalar, type Node } from 'yaml';

/** The offset after a node's last character that means something; blank lines and comments below it do not. */
export function endOfContent(text: string, node: Node): number {
  if (isCollection(node) && node.flow !== true) {
    const last: unknown = node.items.at(-1);
    if (last) return endOfContent(text, (isPair(last) ? (last.value ?? last.key) : last) as Node);
  }
  const [start, end] = node.range ?? [0, 0];
  return isScalar(node) && node.type?.startsWith('BLOCK') ? endOfBlockScalar(text, start, end) : end;
}

/** Blank lines below a block scalar belong to it where its header has a `+` (YAML 1.2.2, section 8.1.1.2). */
function endOfBlockScalar(text: string, start: number, end: number): number {
  const scalar = text.slice(start, end);
  if (/^[|>]\d?\+/.test(scalar)) return end - 1;
  return start + scalar.replace(/[\r\n]+$/, '').length;
}
