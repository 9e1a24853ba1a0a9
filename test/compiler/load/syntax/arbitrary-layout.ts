import fc from 'fast-check';

/** A node that is written by hand: it decides its own position. */
type Tree = string | Collection;

interface Collection {
  readonly isSequence: boolean;
  /** How much further than it must be it is indented. */
  readonly step: number;
  /** Whether it begins on the line of a dash before it, or a sequence at the column of its key. */
  readonly isCompact: boolean;
  readonly children: readonly {
    readonly noise: readonly string[];
    readonly node: Tree;
    readonly tail: string;
  }[];
}

/** Scalars and flow collections; each `@` after a line break means enough indentation. */
const leaves = fc.constantFrom(
  '',
  '',
  ' a',
  ' b c',
  ' 12',
  ' null',
  ' a#b',
  ' "d\\x41\\""',
  " 'e''f'",
  ' "#"',
  ' []',
  ' {}',
  ' [a, "b", c: ]',
  ' [a, [b], {c: d} ]',
  ' { e: f, "g":h }',
  ' [a, # x\n@b\n@]',
  ' {\n@a: b,\n\n@c: "d\n@e" }',
  ' a\n@b',
  ' a\n@  b\n\n@c',
  '\n@a',
  '\n\n@"a" ',
  ' "a\n\n@b\\\n@c"',
  " 'a\n@b'",
  '\n@[a]',
  ' - a',
  ' k: a',
);

const blockScalars = fc
  .tuple(
    fc.constantFrom(' |', ' >', ' |-', ' >-', ' |+', ' >+', ' |2', ' >1-', ' | # x'),
    fc.array(fc.constantFrom('@a', '@a b', '@ c', '@\td', '@# e', '', ' ', '@   ', '     '), {
      maxLength: 5,
    }),
  )
  .map(([header, lines]) => [header, ...lines].join('\n'));

const noise = fc.array(
  fc.oneof(
    fc.nat(7).map((column) => `${' '.repeat(column)}# n`),
    fc.constantFrom('', '', '  '),
  ),
  { maxLength: 2 },
);

const trees = fc.letrec<{ tree: Tree; collection: Collection }>((tie) => ({
  tree: fc.oneof({ maxDepth: 4 }, leaves, blockScalars, tie('collection'), tie('collection')),
  collection: fc.record({
    isSequence: fc.boolean(),
    step: fc.nat(2),
    isCompact: fc.boolean(),
    children: fc.array(
      fc.record({ noise, node: tie('tree'), tail: fc.constantFrom('', '', '', ' # t', ' ') }),
      { minLength: 1, maxLength: 3 },
    ),
  }),
})).collection;

/** A text laid out by hand, with comments and empty lines anywhere. */
export const laidOutYaml = fc
  .tuple(fc.constantFrom('', '', '---\n', '# head\n'), trees, noise)
  .map(([start, tree, end]) => [start + writeLines(tree, 0, { keys: 0 }), ...end].join('\n'));

interface Counter {
  keys: number;
}

/** The lines of a collection at a column, the first one without its indentation and the text before it. */
function writeLines({ isSequence, children }: Collection, column: number, counter: Counter): string {
  const indent = ' '.repeat(column);
  return children
    .map(({ noise: before, node, tail }, index) => {
      const start = isSequence ? '-' : `k${(counter.keys += 1)}:`;
      const lines = start + writeNode(node, tail, column, isSequence, counter);
      return index === 0 ? lines : [...before, indent + lines].join('\n');
    })
    .join('\n');
}

function writeNode(node: Tree, tail: string, column: number, isItem: boolean, counter: Counter): string {
  if (typeof node === 'string') return node.replaceAll('\n@', `\n${' '.repeat(column + 2)}`) + tail;
  const isAtKey = !isItem && node.isCompact && node.isSequence;
  const inner = isAtKey ? column : column + 1 + node.step + (isItem && node.isCompact ? 1 : 0);
  const lines = writeLines(node, inner, counter);
  if (isItem && node.isCompact) return ' '.repeat(inner - column - 1) + lines;
  return [tail, ...(node.children[0]?.noise ?? []), ' '.repeat(inner) + lines].join('\n');
}
