import type { OperationNode, PathNode } from '../../../../openapi/model.ts';
import { parameterKey } from '../../../../openapi/readers/parameter-reader.ts';
import { decodeElement } from '../../../rule/paths/resource-names.ts';
import { ChangeCollector } from '../change-collector.ts';
import { compareOperations } from '../compare-operations.ts';
import type { ContractChange } from '../contract-change.ts';
import type { ContractChangeId } from '../contract-change-kinds.ts';
import type { ContractSide } from '../contract-side.ts';
import { OperationPair } from '../operation-pair.ts';
import { readParameters, type ContractParameter } from '../parameters/read-parameters.ts';
import type { SchemaComparer } from '../schemas/schema-comparer.ts';
import { acceptsEveryText, acceptsText } from '../sent-as-text/accepts-text.ts';
import { refusesText, refusesTextsWith } from '../sent-as-text/refuses-text.ts';

/** What is needed to compare an operation of one path with that of another. */
export interface Comparison {
  readonly sides: { readonly base: ContractSide; readonly head: ContractSide };
  readonly comparer: SchemaComparer;
}

/**
 * Whether calls that an operation of base took, and that lead to a path of head, fail there: because they are rejected,
 * or because the answer is one that the operation did not allow, unless the path names what it returns (`/dogs/search`).
 */
export function failsAt(path: PathNode, operation: OperationNode, comparison: Comparison): boolean {
  const { base, head } = comparison.sides;
  if (wereRefused(operation, path, base)) return false;
  const answering = operationFor(operation.method, path);
  if (!answering) return true;
  return !areAccepted(answering, operation.path, head) || differ(operation, answering, comparison);
}

/** Calls with HEAD lead to the operation of GET unless there is one for HEAD. */
function operationFor(method: string, path: PathNode): OperationNode | undefined {
  return path.operation(method) ?? (method === 'HEAD' ? path.operation('GET') : undefined);
}

/** Whether a path parameter of an operation refused everything that another path has in its place. */
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

/** Whether the path parameters of an operation that have no counterpart in another path accept what that has there. */
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

/** Whether a parameter surely accepts a text, or every text if it is not known; an undeclared one is not checked. */
function isAccepted(parameter: ContractParameter | undefined, text: string | undefined): boolean {
  if (parameter?.lists !== 'joined') return parameter === undefined;
  const { flat } = parameter.schema;
  return text === undefined
    ? acceptsEveryText(flat, { mayBeEmpty: false, mayHaveLines: true })
    : acceptsText(flat, text);
}

/** Whether callers of one operation may fail at another one, apart from what is in the path. */
function differ(base: OperationNode, head: OperationNode, { sides, comparer }: Comparison): boolean {
  const collector = new ChangeCollector(comparer, sides.base.document, sides.head.document);
  compareOperations(new OperationPair({ base, head, sides, collector, label: head.name }));
  const isNamed = namesElement(base.path, head.path);
  return collector.all.some((change) => mayFail(change) && !(isNamed && isOfAnswer(change)));
}

/** Whether a path has a name in place of an identifier: whoever uses that name asks for what it names. */
function namesElement(path: PathNode, other: PathNode): boolean {
  return path.segments.some(
    ({ form }, index) => form === 'identifier' && other.segments[index]?.form === 'static',
  );
}

function isOfAnswer({ path }: ContractChange): boolean {
  return path.startsWith('response ');
}

/** What clients are generated from, and no call contains. */
const namesOfClients: ReadonlySet<ContractChangeId> = new Set([
  'operation-id-changed',
  'path-parameter-renamed',
]);

/** Whether calls may fail by a change; those with what is no longer described are still accepted. */
function mayFail({ id, path, action, compatibility }: ContractChange): boolean {
  if (compatibility === 'risky') return action !== 'remove' && !namesOfClients.has(id);
  const isInPath = id === 'required-parameter-added' && path.startsWith('path parameter ');
  return compatibility === 'breaking' && !isInPath;
}
