import type { OperationNode, PathNode } from '#openapi/model.ts';
import type { PathSegment } from '#openapi/path-segment.ts';
import { findTemplate, overlapOf, showPath } from '../../../declarations/overlap-of-paths.ts';
import type { ChangeCollector } from '../../pairs/change-collector.ts';
import type { ContractSide } from '../../schemas/contract-side.ts';
import { failsAt, type Comparison } from './fails-at.ts';

type Pair = readonly [base: OperationNode, head: OperationNode];

/** Reports the new paths that receive calls of operations which exist on both sides, and do not serve all of them. */
export function compareNewPaths(
  comparison: Comparison,
  pairs: readonly Pair[],
  collector: ChangeCollector,
): void {
  const [before, after] = [comparison.sides.base, comparison.sides.head].map(pathsWithOperations);
  const known = new Set(before?.map(({ shape }) => shape));
  for (const added of after ?? []) {
    if (known.has(added.shape)) continue;
    const rivals = { before: rivalsOf(added, before ?? []), after: rivalsOf(added, after ?? []) };
    const losing = new Set(rivals.before.filter((path) => isTaken(path, added, rivals)));
    if (losing.size === 0) continue;
    const failing = pairs.filter(([old]) => losing.has(old.path) && failsAt(added, old, comparison));
    for (const [old, { name }] of failing) collector.add(name, describe(added, old));
  }
}

function pathsWithOperations({ document }: ContractSide): readonly PathNode[] {
  return document.paths.filter(({ operations }) => operations.length > 0);
}

/** The paths that may match the same calls as another one. */
function rivalsOf({ segments }: PathNode, paths: readonly PathNode[]): readonly PathNode[] {
  return paths.filter(
    (path) =>
      path.segments.length === segments.length &&
      path.segments.every((segment, index) => mayMeet(segment, segments[index])),
  );
}

function mayMeet(one: PathSegment, other: PathSegment | undefined): boolean {
  const areStatic = one.form === 'static' && other?.form === 'static';
  return !areStatic || one.text === other.text || `${one.text}${other.text}`.includes('%');
}

interface Rivals {
  readonly before: readonly PathNode[];
  readonly after: readonly PathNode[];
}

/** Whether some calls led to a path before, and lead to an added one after. */
function isTaken(path: PathNode, added: PathNode, { before, after }: Rivals): boolean {
  const call = overlapOf(added.template, path.template);
  return (
    call !== undefined &&
    findTemplate(templatesOf(before), call) === path.template &&
    findTemplate(templatesOf(after), call) === added.template
  );
}

function templatesOf(paths: readonly PathNode[]): readonly string[] {
  return paths.map(({ template }) => template);
}

/** The new path is reported once, with all operations whose calls it receives; apart from them, those that nobody is likely to call so. */
function describe(
  { template, pointer, segments }: PathNode,
  { method, path }: OperationNode,
): Parameters<ChangeCollector['add']>[1] {
  const named = path.segments.filter(
    ({ form }, index) => form !== 'static' && segments[index]?.form === 'static',
  );
  const call = overlapOf(template, path.template);
  const isRare = named.length > 1 && call !== undefined;
  const calls = isRare ? `calls such as ${method} ${showPath(call)}` : 'some of these calls';
  return {
    id: isRare ? 'operation-rarely-hidden' : 'operation-hidden',
    action: 'add',
    path: `path ${template}`,
    what: `was added and receives ${calls}, which it rejects or answers differently`,
    at: { base: '/paths', head: pointer },
  };
}
