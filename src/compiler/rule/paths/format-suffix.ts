import type { PathNode } from '../../workspace/openapi/path-node.ts';

const fixedSuffix = /^(?<base>.+)(?<suffix>\.(json|xml|csv|ya?ml))$/i;
const chosenSuffix = /(?<suffix>\.\{(_?format|fmt|ext|extension)\})$/i;

/** Files that have their ending wherever they stand. */
const files = new Set(['openapi', 'swagger', 'jwks', 'manifest', 'package', 'schema', 'sitemap', 'robots']);

/** What an element of a path adds to be answered in a format: `.json`, `.{ext}`. */
export function formatSuffixOf(path: PathNode, index: number): string | undefined {
  const text = path.segments[index]?.text ?? '';
  if (!text.includes('.')) return undefined;
  const chosen = chosenSuffix.exec(text)?.groups?.['suffix'];
  if (chosen !== undefined) return chosen;
  const { base = '', suffix } = fixedSuffix.exec(text)?.groups ?? {};
  const isFile = files.has(base.toLowerCase()) || path.segments[0]?.text === '.well-known';
  return isFile ? undefined : suffix;
}
