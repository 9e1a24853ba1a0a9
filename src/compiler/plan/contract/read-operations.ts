import { appendPointer } from '../../../source/place.ts';
import type { ContractDocument, Located } from './contract-document.ts';

/** An operation of one document. */
export interface ContractOperation {
  /** As `GET /dogs/{id}`. */
  readonly label: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Located;
  /** The Path Item Object that holds it. */
  readonly item: Located;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/** The operations that callers can use, sorted by path and method. */
export function readOperations(document: ContractDocument): readonly ContractOperation[] {
  const root = { value: document.root, pointer: '' };
  return [...document.members(document.member(root, 'paths'))]
    .filter(([path]) => path.startsWith('/'))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, item]) => operationsIn(document, path, item));
}

/** The operations of a Path Item Object, sorted by method. */
export function operationsIn(
  document: ContractDocument,
  path: string,
  item: Located,
): readonly ContractOperation[] {
  const additional = document.members(document.member(item, 'additionalOperations'));
  const fixed = methods.flatMap((name) => {
    const operation = document.member(item, name);
    return operation ? [[name, operation] as const] : [];
  });
  return [...new Map([...additional, ...fixed].map(([name, operation]) => [name.toUpperCase(), operation]))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([method, operation]) => ({ label: `${method} ${path}`, method, path, operation, item }));
}

/** A path template in which parameters have no names. */
export function shapeOf(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '{}');
}

/** The names of a path's parameters, in order. */
export function namesInPath(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
}

/** The pointer of a member of an operation. */
export function pointerIn({ operation }: ContractOperation, ...path: readonly string[]): string {
  return appendPointer(operation.pointer, ...path);
}
