import { METHODS } from 'node:http';
import type { CompiledOperation } from '#compiled/compiled-api.ts';
import { operationOf, type MatchResource } from '#compiled/resources/resource.ts';
import type { OpenapiDocument, OperationNode } from '#openapi/model.ts';
import { upstreamMethodOf } from '#runtime/gateway/policies/match-operation.ts';
import { createMatcher } from '#runtime/gateway/route/match-resource.ts';
import { isPassablePath } from '#runtime/gateway/route/is-safe-path.ts';
import { splitTarget } from '#runtime/gateway/route/request-target.ts';
import { namesOf, type PathNames, toTemplate } from './path-words.ts';

/** The operation of a request, or what is missing of it. */
export type FoundOperation =
  | {
      readonly kind: 'operation';
      readonly operation: CompiledOperation;
      readonly node: OperationNode;
      readonly pathValues: readonly (string | undefined)[];
    }
  | { readonly kind: 'undeclared-method'; readonly template: string }
  | { readonly kind: 'undeclared-operation'; readonly template: string }
  | { readonly kind: 'refused-path' };

export interface Addresses {
  /** The paths of the servers that the document names, without trailing slashes. */
  readonly basePaths: readonly string[];
  /** The path of the upstream's address, which goes before that of each request; empty if it has none. */
  readonly upstreamPath: string;
}

/** Finds operations by the targets of requests, with and without the base path of the document's servers. */
export class OperationFinder {
  readonly operations: readonly CompiledOperation[];
  readonly #document: OpenapiDocument;
  readonly #bases: readonly string[];
  readonly #upstreamPath: string;
  readonly #match: MatchResource;
  readonly #names: PathNames;
  readonly #showsAll: boolean;

  constructor(document: OpenapiDocument, { basePaths, upstreamPath }: Addresses, showsAll: boolean) {
    this.#document = document;
    this.#upstreamPath = upstreamPath;
    this.#showsAll = showsAll;
    this.#bases = [...new Set([...basePaths, ''])].toSorted((a, b) => b.length - a.length);
    this.operations = document.operations.map(({ method, path }) => ({ method, path: path.template }));
    this.#match = createMatcher(this.operations);
    this.#names = namesOf(document);
  }

  find(method: string, target: string): FoundOperation {
    const { path } = splitTarget(target);
    if (!isPassablePath(path)) return { kind: 'refused-path' };
    const candidates = this.#candidates(path);
    const found = candidates
      .map((candidate) => this.#findAt(method, candidate))
      .filter((one) => one !== undefined);
    return (
      found.find(({ kind }) => kind === 'operation') ??
      found[0] ?? {
        kind: 'undeclared-operation',
        template: toTemplate(candidates[0] ?? path, this.#names, this.#showsAll),
      }
    );
  }

  /** What the path could be in the document, the most likely one first. */
  #candidates(path: string): readonly string[] {
    const paths = this.#upstreamPath === '' ? [path] : [path, this.#upstreamPath + path];
    return this.#bases.flatMap((base) => paths.flatMap((full) => withoutBase(full, base)));
  }

  #findAt(method: string, path: string): FoundOperation | undefined {
    const matched = this.#match(path);
    if (!matched) return undefined;
    const { store: resource, values } = matched;
    const operation = operationOf(resource, upstreamMethodOf(resource, method));
    const node = operation && this.#document.operation(operation.method, operation.path);
    if (!operation || !node) return { kind: 'undeclared-method', template: resource.template };
    return { kind: 'operation', operation, node, pathValues: values };
  }
}

function withoutBase(path: string, base: string): readonly string[] {
  if (!path.startsWith(base)) return [];
  const rest = path.slice(base.length);
  if (rest === '' || rest.startsWith('/')) return [rest === '' ? '/' : rest];
  return [];
}

const knownMethods: ReadonlySet<string> = new Set([...METHODS, 'QUERY']);

/** A method as it is shown: callers may send any word. */
export function showMethod(method: string): string {
  return knownMethods.has(method) ? method : 'OTHER';
}
