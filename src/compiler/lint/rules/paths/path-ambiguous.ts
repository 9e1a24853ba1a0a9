import { defineRule } from '#compiler/rule/define-rule.ts';
import type { DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { findRivals } from './resources/find-rivals.ts';
import { branchesAlong, pathTreeOf, type PathTree } from '../../resources/path-tree.ts';
import type { OpenapiDocument, PathNode } from '#openapi/model.ts';

/** No two paths match the same request, unless one of them is more concrete. */
export const pathAmbiguous = defineRule({
  name: 'path-ambiguous',
  section: '4.5',
  severity: 'error',
  group: 'design',
  summary: 'No two paths match the same request.',
  why: 'Otherwise the result depends on the order of the paths, and one of them is never reached.',
  examples: [
    {
      title: 'A name next to an identifier, where OpenAPI prefers the name',
      edits: [editDefinition('  /dogs:', '  /dogs/lost:')],
      findings: [],
    },
    {
      title: 'Paths that differ only in the names of parameters',
      edits: [editDefinition('  /dogs:', '  /dogs/{name}:')],
      findings: ['apis/dog_park/v1/openapi.yaml:8:3 The path matches the same requests as `/dogs/{dogId}`.'],
    },
    {
      title: 'Paths that are each more specific in one segment',
      edits: [
        editDefinition('  /dogs:', '  /dogs/{name}/walks:'),
        editDefinition('  /dogs/{dogId}:', '  /{kind}/lost/walks:'),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:46:3 A request for `/dogs/lost/walks` matches this path and `/dogs/{name}/walks`.',
      ],
    },
  ],
  checkDefinition: {
    definition(document, { report }) {
      for (const finding of [...findTwins(document), ...findClashes(document)]) report(finding);
    },
  },
});

/** Reports paths that differ only in the names of their parameters. */
function findTwins(document: OpenapiDocument): readonly DefinitionFinding[] {
  const firsts = { slashed: new Map<PathTree, PathNode>(), plain: new Map<PathTree, PathNode>() };
  return document.paths.flatMap((path) => {
    const alike = path.template.endsWith('/') ? firsts.slashed : firsts.plain;
    const end = branchesAlong(path).at(-1) ?? pathTreeOf(document);
    const first = alike.get(end);
    if (!first) alike.set(end, path);
    return first
      ? [describe(path, first, `The path matches the same requests as \`${first.template}\`.`)]
      : [];
  });
}

/** Two paths that clash are reported once, at the later one. */
function findClashes(document: OpenapiDocument): readonly DefinitionFinding[] {
  const positions = new Map(document.paths.map((path, position) => [path, position]));
  const reported = new Set<PathNode>();
  return findRivals(document).flatMap((rivals) => {
    const isLater = (positions.get(rivals.one) ?? 0) > (positions.get(rivals.other) ?? 0);
    const [first, later] = isLater ? [rivals.other, rivals.one] : [rivals.one, rivals.other];
    if (reported.has(later)) return [];
    reported.add(later);
    return [
      describe(
        later,
        first,
        `A request for \`${meet(first, later)}\` matches this path and \`${first.template}\`.`,
      ),
    ];
  });
}

function describe({ pointer }: PathNode, first: PathNode, message: string): DefinitionFinding {
  return {
    at: pointer,
    part: 'key',
    message,
    help: 'Give one of the paths a name that the other does not have, or combine them.',
    related: [{ message: 'The other path.', at: first.pointer, part: 'key' }],
  };
}

/**
 * A request that two paths match: each segment is a name if one of the paths has a name there, otherwise an identifier.
 */
function meet(one: PathNode, other: PathNode): string {
  const elements = one.segments.map((segment, index) => {
    const counterpart = other.segments[index];
    return segment.form === 'identifier' && counterpart ? counterpart.text : segment.text;
  });
  return `/${elements.join('/')}`;
}
