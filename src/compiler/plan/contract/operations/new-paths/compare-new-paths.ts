import type { OperationNode, PathNode } from '#openapi/model.ts';
import type { PathSegment } from '#openapi/path-segment.ts';
import { findTemplate, overlapOf, showPath } from '../../../declarations/overlap-of-paths.ts';
import { ChangeCollector } from '../../pairs/change-collector.ts';
import type { ContractSide } from '../../schemas/contract-side.ts';
import { parameterKey } from '#openapi/readers/parameter-reader.ts';
import { decodeElement } from '#compiler/rule/paths/resource-names.ts';
import { compareOperations } from '../compare-operations.ts';
import type { ContractChange } from '../../contract-change.ts';
import { mayFail } from '../../pairs/may-fail.ts';
import { OperationPair } from '../../pairs/operation-pair.ts';
import { readParameters, type ContractParameter } from '../parameters/read-parameters.ts';
import type { SchemaComparer } from '../../schemas/schema-comparer.ts';
import { acceptsEveryText, acceptsText } from '../../sent-as-text/accepts-text.ts';
import { refusesText, refusesTextsWith } from '../../sent-as-text/refuses-text.ts';

/** The context for comparing an operation of one path with that of another. */
interface Comparison {
  readonly sides: { readonly base: ContractSide; readonly head: ContractSide };
  readonly comparer: SchemaComparer;
}

type Pair = readonly [base: OperationNode, head: OperationNode];

/** Reports new paths that take over calls of operations which exist on both sides, and do not serve all these calls. */
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

/** Whether some calls were routed to `path` before and are routed to the added path after. */
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

/**
 * Describes a new path, which is reported once for all operations whose calls it receives. Calls that are unlikely,
 * since several parameters need certain values, have a kind of their own.
 */
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

/**
 * Whether calls to an operation of base fail at a path of head, because they are rejected or get a response that the
 * operation does not declare. A different response does not count if the path names what it returns (`/dogs/search`).
 */
function failsAt(path: PathNode, operation: OperationNode, comparison: Comparison): boolean {
  return comparison.comparer.compareWithin(
    () => mayFailAt(path, operation, comparison),
    () => true,
  );
}

function mayFailAt(path: PathNode, operation: OperationNode, comparison: Comparison): boolean {
  const { base, head } = comparison.sides;
  if (wereRefused(operation, path, base)) return false;
  return methodsOf(operation).some((method) => {
    const answering = operationFor(method, path);
    if (!answering) return true;
    return !areAccepted(answering, operation.path, head) || differ(operation, answering, comparison);
  });
}

/** The methods that an operation serves: GET also serves HEAD, unless the path declares HEAD. */
function methodsOf({ method, path }: OperationNode): readonly string[] {
  return method === 'GET' && !path.operation('HEAD') ? ['GET', 'HEAD'] : [method];
}

function operationFor(method: string, path: PathNode): OperationNode | undefined {
  return path.operation(method) ?? (method === 'HEAD' ? path.operation('GET') : undefined);
}

/** Whether a path parameter of an operation refused every value that the other path has in its position. */
function wereRefused(operation: OperationNode, other: PathNode, side: ContractSide): boolean {
  const declared = readParameters(operation, side);
  return operation.path.segments.some(({ form, parameters }, index) => {
    const [parameter, taken] = [declared.get(keyOf(parameters[0])), other.segments[index]];
    if (form !== 'identifier' || !taken || parameter?.lists !== 'joined') return false;
    const { flat } = parameter.schema;
    if (taken.form === 'static') return refusesText(flat, decodeElement(taken.text));
    return taken.text.split(/\{[^{}]*\}/).some((part) => refusesTextsWith(flat, decodeElement(part)));
  });
}

/**
 * Whether the path parameters of an operation that have no counterpart in the other path accept the text in its place.
 */
function areAccepted(operation: OperationNode, other: PathNode, side: ContractSide): boolean {
  const declared = readParameters(operation, side);
  return operation.path.segments.every(({ form, parameters }, index) => {
    const sent = other.segments[index];
    const isWhole = form === 'identifier' && sent?.form === 'static';
    const text = isWhole ? decodeElement(sent.text) : undefined;
    const added = parameters.slice(sent?.parameters.length ?? 0);
    return added.every((name) => isAccepted(declared.get(keyOf(name)), text));
  });
}

function keyOf(name = ''): string {
  return parameterKey('path', name);
}

/**
 * Whether a parameter certainly accepts a text, or every text if `text` is undefined. An undeclared parameter is not
 * checked.
 */
function isAccepted(parameter: ContractParameter | undefined, text: string | undefined): boolean {
  if (parameter?.lists !== 'joined') return parameter === undefined;
  const { flat } = parameter.schema;
  return text === undefined
    ? acceptsEveryText(flat, { mayBeEmpty: false, mayHaveLines: true })
    : acceptsText(flat, text);
}

/** Whether callers of one operation may fail at another one, path parameters aside. */
function differ(base: OperationNode, head: OperationNode, { sides, comparer }: Comparison): boolean {
  const collector = new ChangeCollector(comparer, sides.base.document, sides.head.document);
  compareOperations(new OperationPair({ base, head, sides, collector, label: head.name }));
  const isNamed = namesElement(base.path, head.path);
  // A response to HEAD has no content.
  const isAnswerKnown = isNamed || (head.method === 'HEAD' && base.method === 'GET');
  return collector.all.some((change) => mayFail(change) && !(isAnswerKnown && isOfAnswer(change)));
}

/**
 * Whether the other path has a fixed name in place of an identifier: callers who use that name expect the response of
 * that path.
 */
function namesElement(path: PathNode, other: PathNode): boolean {
  return path.segments.some(
    ({ form }, index) => form === 'identifier' && other.segments[index]?.form === 'static',
  );
}

function isOfAnswer({ path }: ContractChange): boolean {
  return path.startsWith('response ');
}
