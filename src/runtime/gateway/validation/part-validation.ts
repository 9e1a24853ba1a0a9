import type { CompiledApi, CompiledOperation } from '#compiled/compiled-api.ts';
import type { ReportDrift } from '#runtime/ports/drift.ts';
import type { ReportError } from '#runtime/ports/errors.ts';
import { foldName } from '#compiled/header-fate.ts';
import type { Attempt } from './body-check.ts';
import type { OpenapiDocument, OperationNode } from '#openapi/model.ts';
import { openDocument } from '#openapi/open-document.ts';
import { planRequest, type RequestPlan } from './request-plan.ts';
import { planResponses, type ResponsePlan } from './response-plan.ts';
import { SchemaBag } from './schemas/schema-bag.ts';

/** Receives the reports of validation that callers do not see. */
export interface ValidationReports {
  readonly reportError: ReportError;
  readonly reportDrift: ReportDrift;
}

/**
 * The checks of an API. Each is built from the document at the first call of its operation, and cached with the part.
 * If that fails, an error is reported once and the operation is not checked.
 */
export class PartValidation {
  readonly #api: Pick<CompiledApi, 'name' | 'version' | 'contract'>;
  readonly #reports: ValidationReports;
  readonly #requests = new Map<CompiledOperation, RequestPlan | undefined>();
  readonly #responses = new Map<CompiledOperation, ResponsePlan | undefined>();
  /** The declared headers, as folded lower-case names, cached by operation. */
  readonly #headers = new Map<CompiledOperation, ReadonlySet<string>>();
  /** Whether an operation declares cookies, cached by operation. */
  readonly #cookies = new Map<CompiledOperation, boolean>();
  /** The operations for which an error has been reported. */
  readonly #faulty = new Set<CompiledOperation>();
  #document: OpenapiDocument | undefined;
  #requestSchemas: SchemaBag | undefined;
  #responseSchemas: SchemaBag | undefined;

  constructor(api: Pick<CompiledApi, 'name' | 'version' | 'contract'>, reports: ValidationReports) {
    this.#api = api;
    this.#reports = reports;
  }

  /** The checks for requests of an operation; undefined if nothing is checked. */
  requestPlan(operation: CompiledOperation): RequestPlan | undefined {
    const known = this.#requests.get(operation);
    if (known || this.#requests.has(operation)) return known;
    const plan = this.attempt(operation, () => this.#planRequest(operation));
    this.#requests.set(operation, plan);
    return plan;
  }

  /** Whether an operation declares a header parameter; `name` is folded by `foldName`. */
  declaresHeader(operation: CompiledOperation, name: string): boolean {
    const known = this.#headers.get(operation);
    if (known) return known.has(name);
    const declared = this.#readHeaders(operation);
    this.#headers.set(operation, declared);
    return declared.has(name);
  }

  /** Whether an operation declares a cookie, as a parameter or as the key of a security scheme. */
  declaresCookie(operation: CompiledOperation): boolean {
    const known = this.#cookies.get(operation);
    if (known !== undefined) return known;
    const declared = this.#readsCookie(operation);
    this.#cookies.set(operation, declared);
    return declared;
  }

  #readsCookie(operation: CompiledOperation): boolean {
    const { parameters = [], security = [] } = this.#find(operation) ?? {};
    if (parameters.some(({ location }) => location === 'cookie')) return true;
    const schemes = security.flatMap((requirement) => [...requirement.keys()]);
    return schemes.some((name) => this.#contract.securitySchemes.get(name)?.apiKey.location === 'cookie');
  }

  #readHeaders(operation: CompiledOperation): ReadonlySet<string> {
    const parameters = this.#find(operation)?.parameters ?? [];
    const headers = parameters.filter(({ location }) => location === 'header');
    return new Set(headers.map(({ name }) => foldName(name.toLowerCase())));
  }

  /** The checks for responses of an operation; undefined if nothing is checked. */
  responsePlan(operation: CompiledOperation): ResponsePlan | undefined {
    const known = this.#responses.get(operation);
    if (known || this.#responses.has(operation)) return known;
    const plan = this.attempt(operation, () => this.#planResponses(operation));
    this.#responses.set(operation, plan);
    return plan;
  }

  /** Reports the differences between a call and its API's declaration. */
  reportDrift(
    operation: CompiledOperation,
    direction: 'request' | 'response',
    violations: readonly string[],
    status?: number,
  ): void {
    this.#reports.reportDrift({
      api: `${this.#api.name}/${this.#api.version}`,
      operation: nameOf(operation),
      direction,
      ...(status !== undefined && { status }),
      violations,
    });
  }

  /**
   * Returns the result of a task that may throw because of a schema; undefined if it threw. The first error of each
   * operation is reported.
   */
  attempt<T>(operation: CompiledOperation, make: () => T): T | undefined {
    try {
      return make();
    } catch (error) {
      this.#reportError(operation, error);
      return undefined;
    }
  }

  #attemptsOf(operation: CompiledOperation): Attempt {
    return (make) => this.attempt(operation, make);
  }

  #reportError(operation: CompiledOperation, cause: unknown): void {
    if (this.#faulty.has(operation)) return;
    this.#faulty.add(operation);
    const where = `${nameOf(operation)} of ${this.#api.name}/${this.#api.version}`;
    this.#reports.reportError(
      new Error(`A schema of ${where} cannot be compiled, so that it is not checked.`, { cause }),
    );
  }

  get #contract(): OpenapiDocument {
    return (this.#document ??= openDocument(this.#api.contract));
  }

  #find({ method, path }: CompiledOperation): OperationNode | undefined {
    return this.#contract.operation(method, path);
  }

  #planRequest(operation: CompiledOperation): RequestPlan | undefined {
    const declared = this.#find(operation);
    const schemas = (this.#requestSchemas ??= new SchemaBag(this.#contract, 'request'));
    return declared && planRequest(declared, schemas, this.#attemptsOf(operation));
  }

  #planResponses(operation: CompiledOperation): ResponsePlan | undefined {
    const declared = this.#find(operation);
    const schemas = (this.#responseSchemas ??= new SchemaBag(this.#contract, 'response'));
    return declared && planResponses(declared, schemas, this.#attemptsOf(operation));
  }
}

function nameOf({ method, path }: CompiledOperation): string {
  return `${method} ${path}`;
}
