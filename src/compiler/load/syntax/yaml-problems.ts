import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Document,
  type Node,
  type YAMLError,
  type YAMLMap,
} from 'yaml';
import type { Span, SyntaxProblem } from '../../workspace/source-file.ts';

const helpOfCode: Readonly<Partial<Record<YAMLError['code'], string>>> = {
  TAB_AS_INDENT: 'Indent with spaces; YAML does not allow tabs.',
  MISSING_CHAR: 'Close the quote or bracket that is open here.',
  BAD_INDENT: 'Align this line with its neighbours.',
  MULTILINE_IMPLICIT_KEY: 'Check the indentation here, and that a colon is followed by a space.',
  TAG_RESOLVE_FAILED: 'Write the value itself; custom tags are not supported.',
};

/** Everything that is wrong with how a document is written. */
export function findYamlProblems(document: Document.Parsed): readonly SyntaxProblem[] {
  const { errors, warnings } = document;
  return [
    ...[...errors, ...warnings].map(toProblem),
    ...otherVersion(document),
    ...findNodeProblems(document),
  ];
}

function toProblem({
  code,
  message,
  pos: [start, end],
}: Pick<YAMLError, 'code' | 'message' | 'pos'>): SyntaxProblem {
  const help = helpOfCode[code];
  const span = { start, end };
  return {
    code: 'yaml-syntax',
    message: message.replace(/\.?$/, '.'),
    span,
    ...(help !== undefined && { help }),
  };
}

/** YAML 1.1 reads `no` as false and 1:30 as a number. */
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
 * Repeated keys and aliases without an anchor: the library takes quadratic time for the first, and gives no location
 * for the second.
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
    return [{ code: 'duplicate-key', ...repeatedKey, span: spanOf(key) }];
  });
}

const repeatedKey = { message: 'This key is repeated in its mapping.', help: 'Keep one of the two.' };

function unknownAnchor(name: string, span: Span): SyntaxProblem {
  const help = 'Check its spelling; an anchor must come before its aliases.';
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
