import { readWeights } from '../visit/content-coding.ts';

/**
 * Whether an Accept header (RFC 9110 section 12.5.1) prefers Markdown to HTML. Browsers do not name Markdown, so that a
 * client which names both equally can read it.
 */
export function prefersMarkdown(accept: string): boolean {
  const weights = readWeights(accept);
  const markdown = weights.get('text/markdown') ?? 0;
  return markdown > 0 && markdown >= (weights.get('text/html') ?? 0);
}
