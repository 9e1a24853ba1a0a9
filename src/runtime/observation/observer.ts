import type { JsonObject } from '#compiled/json.ts';
import { openDocument } from '#openapi/open-document.ts';
import type { OpenapiDocument, OperationNode } from '#openapi/model.ts';
import { PartValidation } from '#runtime/gateway/validation/part-validation.ts';
import { Additions } from './additions.ts';
import type { CountedDifference, Difference } from './difference.ts';
import { DifferenceLog } from './difference-log.ts';
import { type Exchange, headerOf } from './exchange.ts';
import { ExchangeChecks } from './exchange-checks.ts';
import { learnOperation } from './learn.ts';
import { ShownNames } from './names.ts';
import { METHODS } from 'node:http';
import type { CompiledOperation } from '#compiled/compiled-api.ts';
import { operationOf, type MatchResource } from '#compiled/resources/resource.ts';
import { upstreamMethodOf } from '#runtime/gateway/policies/match-operation.ts';
import { createMatcher } from '#runtime/gateway/route/match-resource.ts';
import { isPassablePath } from '#runtime/gateway/route/is-safe-path.ts';
import { splitTarget } from '#runtime/gateway/route/request-target.ts';
import { namesOf, type PathNames, toTemplate } from './path-words.ts';

/** The operation of a request, or the reason why it has none. */
type FoundOperation =
  | {
      readonly kind: 'operation';
      readonly operation: CompiledOperation;
      readonly node: OperationNode;
      readonly pathValues: readonly (string | undefined)[];
    }
  | { readonly kind: 'undeclared-method'; readonly template: string }
  | { readonly kind: 'undeclared-operation'; readonly template: string }
  | { readonly kind: 'refused-path' };

interface Addresses {
  /** The paths of the servers that the document names, without trailing slashes. */
  readonly basePaths: readonly string[];
  /** The path of the upstream's URL, which precedes the path of each request; empty if it has none. */
  readonly upstreamPath: string;
}

/** Finds operations by the targets of requests, with and without the base path of the document's servers. */
class OperationFinder {
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

  /** The possible paths of a request in the document, the most likely one first. */
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

const knownMethods: ReadonlySet<string> = new Set([...METHODS, 'QUERY']);

export interface ObserverOptions extends Addresses {
  /** The bundled OpenAPI document. */
  readonly contract: JsonObject;
  /** Whether undeclared path segments that look like names are shown. */
  readonly showsPaths: boolean;
  /** Receives each difference when it is first seen. */
  readonly report: (difference: Difference) => void;
  /** Called with one sentence if something cannot be checked. */
  readonly warn: (message: string) => void;
}

/** The results of the traffic that was observed so far. */
export interface Observation {
  readonly calls: number;
  /** Calls that match the document. */
  readonly fitting: number;
  /** Calls that neither the service nor the document knows: the service responded with 404, 405 or 501. */
  readonly unknown: number;
  /** Requests that do not match the document, and that the service refused with a status from 400 to 499. */
  readonly refused: number;
  /** Preflight requests of browsers (CORS). */
  readonly preflights: number;
  readonly unanswered: number;
  /** Bodies that were too large to be inspected. */
  readonly uninspected: number;
  /** How often a call had a difference that was not recorded, since the memory is full. */
  readonly others: number;
  readonly differences: readonly CountedDifference[];
  /** The number of calls of each declared operation. */
  readonly operations: readonly { readonly operation: string; readonly calls: number }[];
}

/** The statuses with which a service denies that it has an operation. */
const statusesOfUnknown: ReadonlySet<number> = new Set([404, 405, 501]);

/** Compares traffic with a document, call by call. Stores no value that callers sent. */
export class Observer {
  readonly document: OpenapiDocument;
  readonly additions: Additions;
  readonly #finder: OperationFinder;
  readonly #checks: ExchangeChecks;
  readonly #names = new ShownNames();
  readonly #log: DifferenceLog;
  readonly #callsOf = new Map<string, number>();
  readonly #counts = {
    calls: 0,
    fitting: 0,
    unknown: 0,
    refused: 0,
    preflights: 0,
    unanswered: 0,
    uninspected: 0,
  };

  constructor(options: ObserverOptions) {
    const { contract, showsPaths, report, warn } = options;
    this.document = openDocument(contract);
    this.additions = new Additions(this.document.isSwagger);
    this.#finder = new OperationFinder(this.document, options, showsPaths);
    const reports = {
      reportError: (error: unknown) => warn(error instanceof Error ? error.message : String(error)),
      reportDrift: () => undefined,
    };
    const validation = new PartValidation({ name: 'The document', version: 'v1', contract }, reports);
    this.#checks = new ExchangeChecks(validation, this.#names, this.additions);
    this.#log = new DifferenceLog(report);
    for (const operation of this.#finder.operations) this.#callsOf.set(nameOf(operation), 0);
  }

  get observation(): Observation {
    const operations = [...this.#callsOf].map(([operation, calls]) => ({ operation, calls }));
    return { ...this.#counts, others: this.#log.others, differences: this.#log.all, operations };
  }

  observe(exchange: Exchange): void {
    const counts = this.#counts;
    if (isPreflight(exchange)) return void (counts.preflights += 1);
    counts.calls += 1;
    if (!exchange.answer) counts.unanswered += 1;
    if (exchange.requestBody === 'too-large' || exchange.answer?.body === 'too-large')
      counts.uninspected += 1;
    const found = this.#finder.find(exchange.method, exchange.target);
    const differences =
      found.kind === 'operation' ? this.#check(exchange, found) : this.#noteUndeclared(exchange, found);
    if (!differences) return;
    if (differences.length === 0) counts.fitting += 1;
    this.#log.addCall(differences);
  }

  #check(
    exchange: Exchange,
    found: Extract<FoundOperation, { readonly kind: 'operation' }>,
  ): readonly Difference[] | undefined {
    const operation = nameOf(found.operation);
    this.#callsOf.set(operation, (this.#callsOf.get(operation) ?? 0) + 1);
    const { request, answer } = this.#checks.check(exchange, found);
    const status = exchange.answer?.status;
    const isRefused = status !== undefined && status >= 400 && status < 500;
    if (!isRefused || request.length === 0) return [...request, ...answer];
    // The service has refused the request too, so only the response can differ.
    this.#counts.refused += 1;
    return answer.length > 0 ? answer : undefined;
  }

  /** Records a call of an undeclared operation. Undefined if the service does not have the operation either. */
  #noteUndeclared(
    exchange: Exchange,
    found: Exclude<FoundOperation, { readonly kind: 'operation' }>,
  ): readonly Difference[] | undefined {
    const status = exchange.answer?.status;
    if (status === undefined) return undefined;
    const { kind } = found;
    const method = showMethod(exchange.method);
    const isServed = !statusesOfUnknown.has(status);
    if (!isServed) this.#counts.unknown += 1;
    if (kind === 'refused-path') {
      const message = 'Servers read such a path differently, so that a gateway refuses it.';
      return isServed ? [{ kind, operation: `${method} ?`, direction: 'request', message }] : undefined;
    }
    const { template } = found;
    learnOperation(exchange, { method, template, isServed }, this.additions, this.#names);
    if (!isServed) return undefined;
    return [{ kind, operation: `${method} ${template}`, direction: 'request', message: messages[kind] }];
  }
}

const messages = {
  'undeclared-operation': 'No path of the document matches.',
  'undeclared-method': 'The path is declared without this method.',
} as const;

function isPreflight({ method, requestHeaders }: Exchange): boolean {
  return (
    method === 'OPTIONS' &&
    headerOf(requestHeaders, 'origin') !== undefined &&
    headerOf(requestHeaders, 'access-control-request-method') !== undefined
  );
}

function nameOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method} ${path}`;
}

function withoutBase(path: string, base: string): readonly string[] {
  if (!path.startsWith(base)) return [];
  const rest = path.slice(base.length);
  if (rest === '' || rest.startsWith('/')) return [rest === '' ? '/' : rest];
  return [];
}

/** A method that may be shown; callers may send any word. */
function showMethod(method: string): string {
  return knownMethods.has(method) ? method : 'OTHER';
}
