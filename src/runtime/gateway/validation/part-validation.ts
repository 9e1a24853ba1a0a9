import type { CompiledApi, CompiledOperation } from '#compiled/compiled-api.ts';
import type { JsonObject } from '#compiled/json.ts';
import type { ReportDrift } from '#runtime/ports/drift.ts';
import type { ReportError } from '#runtime/ports/errors.ts';
import { isQuicklyParsed } from '#compiled/deferred-contract.ts';
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

/** What was built for an operation. */
interface OperationChecks {
  request: RequestPlan | undefined | typeof unbuilt;
  response: ResponsePlan | undefined | typeof unbuilt;
  /** The declared headers, as folded lower-case names. */
  headers: ReadonlySet<string> | undefined;
  /** Whether it declares a cookie. */
  cookie: boolean | undefined;
  /** Whether an error has been reported. */
  isFaulty: boolean;
}

const unbuilt = Symbol('not built yet');

/** A contract, opened for building checks from it. */
interface Reading {
  readonly document: OpenapiDocument;
  readonly requestSchemas: SchemaBag;
  readonly responseSchemas: SchemaBag;
}

function openReading(contract: JsonObject): Reading {
  const document = openDocument(contract);
  return {
    document,
    requestSchemas: new SchemaBag(document, 'request'),
    responseSchemas: new SchemaBag(document, 'response'),
  };
}

/**
 * The checks of an API. Each is built from the document at the first call of its operation, and cached with the part.
 * If that fails, an error is reported once and the operation is not checked.
 */
export class PartValidation {
  readonly #api: Pick<CompiledApi, 'name' | 'version' | 'contract'>;
  readonly #reports: ValidationReports;
  /** What was built for the operations that have been called. */
  readonly #operations = new Map<CompiledOperation, OperationChecks>();
  /**
   * The contract, if a plan holds it or if it is long. Otherwise it is opened again for each operation, since the
   * contracts of thousands of APIs take much memory.
   */
  #held: Reading | undefined;

  constructor(api: Pick<CompiledApi, 'name' | 'version' | 'contract'>, reports: ValidationReports) {
    this.#api = api;
    this.#reports = reports;
  }

  /** The checks for requests of an operation; undefined if nothing is checked. */
  requestPlan(operation: CompiledOperation): RequestPlan | undefined {
    const checks = this.#checksOf(operation);
    if (checks.request === unbuilt)
      checks.request = this.attempt(operation, () => this.#planRequest(operation));
    return checks.request;
  }

  /** Whether an operation declares a header parameter; `name` is folded by `foldName`. */
  declaresHeader(operation: CompiledOperation, name: string): boolean {
    return (this.#checksOf(operation).headers ??= this.#readHeaders(operation)).has(name);
  }

  /** Whether an operation declares a cookie, as a parameter or as the key of a security scheme. */
  declaresCookie(operation: CompiledOperation): boolean {
    return (this.#checksOf(operation).cookie ??= this.#readsCookie(operation));
  }

  #checksOf(operation: CompiledOperation): OperationChecks {
    const known = this.#operations.get(operation);
    if (known) return known;
    const checks: OperationChecks = {
      request: unbuilt,
      response: unbuilt,
      headers: undefined,
      cookie: undefined,
      isFaulty: false,
    };
    this.#operations.set(operation, checks);
    return checks;
  }

  #readsCookie(operation: CompiledOperation): boolean {
    const { document } = this.#open();
    const { parameters = [], security = [] } = find(document, operation) ?? {};
    if (parameters.some(({ location }) => location === 'cookie')) return true;
    const schemes = security.flatMap((requirement) => [...requirement.keys()]);
    return schemes.some((name) => document.securitySchemes.get(name)?.apiKey.location === 'cookie');
  }

  #readHeaders(operation: CompiledOperation): ReadonlySet<string> {
    const parameters = find(this.#open().document, operation)?.parameters ?? [];
    const headers = parameters.filter(({ location }) => location === 'header');
    return new Set(headers.map(({ name }) => foldName(name.toLowerCase())));
  }

  /** The checks for responses of an operation; undefined if nothing is checked. */
  responsePlan(operation: CompiledOperation): ResponsePlan | undefined {
    const checks = this.#checksOf(operation);
    if (checks.response === unbuilt)
      checks.response = this.attempt(operation, () => this.#planResponses(operation));
    return checks.response;
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
    const checks = this.#checksOf(operation);
    if (checks.isFaulty) return;
    checks.isFaulty = true;
    const where = `${nameOf(operation)} of ${this.#api.name}/${this.#api.version}`;
    this.#reports.reportError(
      new Error(`A schema of ${where} cannot be compiled, so that it is not checked.`, { cause }),
    );
  }

  #planRequest(operation: CompiledOperation): RequestPlan | undefined {
    return this.#plan(operation, (declared, { requestSchemas }) =>
      planRequest(declared, requestSchemas, this.#attemptsOf(operation)),
    );
  }

  #planResponses(operation: CompiledOperation): ResponsePlan | undefined {
    return this.#plan(operation, (declared, { responseSchemas }) =>
      planResponses(declared, responseSchemas, this.#attemptsOf(operation)),
    );
  }

  #plan<Plan>(
    operation: CompiledOperation,
    make: (declared: OperationNode, reading: Reading) => Plan,
  ): Plan | undefined {
    const reading = this.#open();
    const declared = find(reading.document, operation);
    const plan = declared && make(declared, reading);
    if (reading.requestSchemas.isHeld || reading.responseSchemas.isHeld) this.#held = reading;
    return plan;
  }

  #open(): Reading {
    if (this.#held) return this.#held;
    const reading = openReading(this.#api.contract);
    if (!isQuicklyParsed(this.#api)) this.#held = reading;
    return reading;
  }
}

function find(document: OpenapiDocument, { method, path }: CompiledOperation): OperationNode | undefined {
  return document.operation(method, path);
}

function nameOf({ method, path }: CompiledOperation): string {
  return `${method} ${path}`;
}
