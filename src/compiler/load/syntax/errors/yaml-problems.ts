import { isAlias, isMap, isScalar, isSeq, type Document, type Node, type YAMLMap } from 'yaml';
import type { Span, SyntaxProblem } from '#compiler/workspace/source-file.ts';
import { describeError, explainYamlError } from './explain-yaml-error.ts';

/** The syntax problems of a document. If there are errors, only the first is reported, since it causes the others. */
export function findYamlProblems(document: Document.Parsed, text: string): readonly SyntaxProblem[] {
  const [first] = document.errors
    .filter(({ code, pos: [at] }) => code !== 'NON_STRING_KEY' || !isMergeKey(text, at))
    .toSorted((a, b) => a.pos[0] - b.pos[0]);
  const others = [
    ...document.warnings.map((warning): SyntaxProblem => ({
      code: 'yaml-syntax',
      ...describeError(warning),
    })),
    ...otherVersion(document),
    ...findNodeProblems(document),
  ];
  if (!first) return others;
  // The library reports an exhausted stack as an error of the text.
  if (first.message.startsWith('Maximum call stack')) throw new RangeError(first.message);
  const before = others.filter(({ code, span }) => code === 'yaml-syntax' && span.start < first.pos[0]);
  return [before[0] ?? explainYamlError(text, document.range[0], first)];
}

/** Whether a key is `!!merge <<`, which some tools write instead of `<<`; the library reads both in the same way. */
function isMergeKey(text: string, at: number): boolean {
  return /^!!merge[ \t]+<<[ \t]*:/.test(text.slice(at, at + 99));
}

/** Reports other versions of YAML: YAML 1.1, for example, reads `no` as false and 1:30 as a number. */
function otherVersion({ directives, range }: Document.Parsed): readonly SyntaxProblem[] {
  if (directives.yaml.version === '1.2') return [];
  const span = { start: range[0], end: range[0] };
  return [
    {
      code: 'yaml-syntax',
      message: 'Only YAML 1.2 is supported.',
      help: 'Remove the %YAML directive.',
      span,
    },
  ];
}

/**
 * Finds repeated keys, for which the library takes quadratic time, and aliases without an anchor, for which it gives no
 * location.
 */
function findNodeProblems({ contents }: Document.Parsed): readonly SyntaxProblem[] {
  const problems: SyntaxProblem[] = [];
  const anchors = new Set<string>();
  const rest: (Node | null)[] = [contents];
  while (rest.length > 0) {
    const node = rest.pop() ?? null;
    if (isAlias(node)) {
      if (!anchors.has(node.source)) problems.push(unknownAnchor(node.source, spanOf(node)));
      continue;
    }
    if (node?.anchor) anchors.add(node.anchor);
    if (isMap<Node, Node | null>(node)) problems.push(...findRepeatedKeys(node));
    rest.push(...childrenOf(node).toReversed());
  }
  return problems;
}

function childrenOf(node: Node | null): readonly (Node | null)[] {
  if (isSeq<Node>(node)) return node.items;
  return isMap<Node, Node | null>(node) ? node.items.flatMap(({ key, value }) => [key, value]) : [];
}

function findRepeatedKeys({ items }: YAMLMap<Node, Node | null>): readonly SyntaxProblem[] {
  const keys = new Set<unknown>();
  return items.flatMap(({ key }) => {
    if (!isScalar(key)) return [];
    if (!keys.has(key.value)) {
      keys.add(key.value);
      return [];
    }
    const message = `The key \`${typeof key.value === 'symbol' ? '<<' : String(key.value)}\` is repeated in its mapping.`;
    return [{ code: 'duplicate-key', message, help: 'Keep one of the two.', span: spanOf(key) }];
  });
}

function unknownAnchor(name: string, span: Span): SyntaxProblem {
  const help = 'Define the anchor above, or put a value that begins with `*` in quotes.';
  return {
    code: 'yaml-syntax',
    message: `The anchor &${name} is not defined before this alias.`,
    help,
    span,
  };
}

function spanOf({ range }: Node): Span {
  return { start: range?.[0] ?? 0, end: range?.[1] ?? 0 };
}
