import type { CompiledOperation } from '#compiled/compiled-api.ts';
import { escapeToken } from '#source/place.ts';
import type { OperationNode } from '#openapi/model.ts';
import type { PartValidation } from '#runtime/gateway/validation/part-validation.ts';
import type { Additions, OperationAdditions } from './additions.ts';
import { checkAnswer, declaredResponse } from './check-answer.ts';
import { type CheckedBody, checkBody, hasContent } from './checked-body.ts';
import type { Difference } from './difference.ts';
import { type Exchange, headerOf } from './exchange.ts';
import { isApiKey, learnAnswer, learnBody, learnHeaders, learnQuery } from './learn.ts';
import type { ShownNames } from './names.ts';
import { type Found, missingBody, ObservedFindings } from './observed-findings.ts';
import { SchemaPlaces } from './schema-place.ts';
import type { UndeclaredField } from './walk-body.ts';
import { NamedValues } from '#runtime/gateway/validation/parameters/named-values.ts';
import type { RequestPlan } from '#runtime/gateway/validation/request-plan.ts';
import { splitTarget } from '#runtime/gateway/route/request-target.ts';
import { namesToDeclare } from './undeclared-headers.ts';

/** The findings in a request of a declared operation. */
interface CheckedRequest extends CheckedBody {
  /** The names of undeclared parameters. */
  readonly undeclared: {
    readonly query: ReadonlySet<string>;
    readonly header: ReadonlySet<string>;
  };
}

const undeclaredQuery = new NamedValues([], 'query');

/** A call of a declared operation. */
interface DeclaredCall {
  readonly operation: CompiledOperation;
  readonly node: OperationNode;
  readonly pathValues: readonly (string | undefined)[];
}

interface CheckedExchange {
  readonly request: readonly Difference[];
  readonly answer: readonly Difference[];
}

type Subject = Pick<Difference, 'operation' | 'direction' | 'status'>;

/** Checks calls of declared operations, and records the additions that the document needs. */
export class ExchangeChecks {
  readonly #validation: PartValidation;
  readonly #names: ShownNames;
  readonly #additions: Additions;
  readonly #places = new SchemaPlaces();

  constructor(validation: PartValidation, names: ShownNames, additions: Additions) {
    this.#validation = validation;
    this.#names = names;
    this.#additions = additions;
  }

  check(exchange: Exchange, call: DeclaredCall): CheckedExchange {
    const isRefused = exchange.answer !== undefined && Math.trunc(exchange.answer.status / 100) === 4;
    return {
      request: this.#checkRequest(exchange, call, isRefused),
      answer: this.#checkAnswer(exchange, call),
    };
  }

  /** Checks a request. It is recorded for the document unless the service has refused it. */
  #checkRequest(
    exchange: Exchange,
    { operation, node, pathValues }: DeclaredCall,
    isRefused: boolean,
  ): readonly Difference[] {
    const plan = this.#validation.requestPlan(operation);
    const checked =
      plan &&
      this.#validation.attempt(operation, () => checkRequest(exchange, node, plan, pathValues, this.#places));
    if (!checked) return [];
    const subject = { operation: node.name, direction: 'request' } as const;
    if (!isRefused) this.#learnRequest(exchange, node, checked);
    return [
      ...checked.found.map((found) => ({ ...subject, ...found })),
      ...this.#nameParameters(checked, node, subject),
      ...this.#nameFields(checked.fields, subject, !isRefused),
    ];
  }

  #nameParameters(
    { undeclared }: CheckedRequest,
    node: OperationNode,
    subject: Subject,
  ): readonly Difference[] {
    const found: Found[] = [];
    for (const location of ['query', 'header'] as const) {
      for (const name of undeclared[location]) {
        if (isApiKey(node, location, name)) continue;
        const shown = this.#names.show(`${location} ${node.method} ${node.path.template}`, name);
        const noun = location === 'query' ? 'query parameter' : 'header';
        const message = `The ${noun} ${shown === undefined ? 'of a hidden name' : `\`${shown}\``} is not declared.`;
        found.push({ kind: 'undeclared-parameter', message });
      }
    }
    return found.map((one) => ({ ...subject, ...one }));
  }

  #nameFields(
    fields: readonly UndeclaredField[],
    subject: Subject,
    isRecorded: boolean,
  ): readonly Difference[] {
    const { operation, direction, status } = subject;
    return fields.map(({ place, name, value, schema }) => {
      const shown = this.#names.show(JSON.stringify([operation, direction, status, place]), name);
      if (schema && shown !== undefined && isRecorded) this.#additions.addField(schema.pointer, shown, value);
      const token = shown === undefined ? '*' : escapeToken(shown);
      return { ...subject, kind: 'undeclared-field', place: `${place}/${token}`, message: undeclaredField };
    });
  }

  #learnRequest(exchange: Exchange, node: OperationNode, checked: CheckedRequest): void {
    const { undeclared, undeclaredType } = checked;
    const query = [...undeclared.query].filter((name) => !isApiKey(node, 'query', name));
    const header = [...undeclared.header].filter((name) => !isApiKey(node, 'header', name));
    if (query.length + header.length === 0 && undeclaredType === undefined) return;
    const learned = this.#additionsTo(node);
    if (!learned) return;
    learnQuery(new Set(query), exchange, learned, this.#additions, this.#names);
    learnHeaders(new Set(header), exchange, learned, this.#additions, this.#names);
    if (undeclaredType === undefined) return;
    if (node.requestBody) learned.requestBodies = this.#additions.bodiesAt(node.requestBody.pointer);
    learnBody(exchange.requestBody, exchange.requestHeaders, learned.requestBodies, this.#additions);
  }

  #additionsTo({ method, path }: OperationNode): OperationAdditions | undefined {
    return this.#additions.operation(method, path.template, false);
  }

  #checkAnswer(exchange: Exchange, { operation, node }: DeclaredCall): readonly Difference[] {
    const { answer, method } = exchange;
    const plan = answer && this.#validation.responsePlan(operation);
    if (!plan) return [];
    const checked = this.#validation.attempt(operation, () =>
      checkAnswer(answer, method === 'HEAD', node, plan, this.#places),
    );
    if (!checked) return [];
    const subject = { operation: node.name, direction: 'response', status: answer.status } as const;
    if (!checked.isDeclaredStatus || hasUndeclaredType(checked)) {
      const learned = this.#additionsTo(node);
      const declared = declaredResponse(node, answer.status);
      if (learned && declared)
        learned.responses.set(answer.status, this.#additions.bodiesAt(declared.pointer));
      if (learned) learnAnswer(exchange, learned, this.#additions);
    }
    return [
      ...checked.found.map((found) => ({ ...subject, ...found })),
      ...this.#nameFields(checked.fields, subject, true),
    ];
  }
}

const undeclaredField = 'The field is not declared.';

function hasUndeclaredType({ undeclaredType }: CheckedBody): boolean {
  return undeclaredType !== undefined;
}

/** Checks a request with the gateway's own validators. */
function checkRequest(
  exchange: Exchange,
  operation: OperationNode,
  plan: RequestPlan,
  pathValues: readonly (string | undefined)[],
  places: SchemaPlaces,
): CheckedRequest {
  const findings = new ObservedFindings();
  for (const { index, check } of plan.path) {
    const value = pathValues[index];
    if (value !== undefined) check.check(value, findings);
  }
  (plan.query ?? undeclaredQuery).check(splitTarget(exchange.target).query.slice(1), findings);
  for (const { name, check } of plan.headers) {
    const value = headerOf(exchange.requestHeaders, name);
    if (value !== undefined) check.check(value, findings);
    else if (check.required) check.miss(findings);
  }
  plan.cookies?.check(headerOf(exchange.requestHeaders, 'cookie') ?? '', findings);
  const body = checkRequestBody(exchange, operation, plan, findings, places);
  const { query } = findings.undeclared;
  return {
    ...body,
    undeclared: {
      query: takesAnyName(operation) ? new Set() : query,
      header: undeclaredHeaders(exchange, operation),
    },
  };
}

function checkRequestBody(
  { requestBody, requestHeaders, answer }: Exchange,
  operation: OperationNode,
  { body }: RequestPlan,
  findings: ObservedFindings,
  places: SchemaPlaces,
): CheckedBody {
  const withoutBody = (): CheckedBody => ({ found: findings.found(undefined, undefined), fields: [] });
  const contentType = headerOf(requestHeaders, 'content-type');
  if (!hasContent(requestBody)) {
    // A recording may omit bodies.
    if (body?.required && requestBody !== 'unknown' && answer) findings.missing.push(missingBody);
    return withoutBody();
  }
  const contents = body?.contents ?? [];
  const nodes = operation.requestBody?.bodies ?? [];
  const before = body ? [] : withoutBody().found;
  const checked = checkBody(requestBody, contentType, { contents, nodes }, findings, places);
  if (body && checked.found.every(({ kind }) => kind !== 'undeclared-media-type')) return checked;
  const others = body ? withoutBody().found : before;
  const message = 'A body is not declared.';
  const found = body ? checked.found : [{ kind: 'undeclared-media-type', message } satisfies Found];
  return { ...checked, found: [...others, ...found] };
}

/**
 * Whether an operation accepts query parameters of any name: one of its parameters is an object whose members are query
 * parameters.
 */
function takesAnyName({ query, parameters }: OperationNode): boolean {
  if (parameters.some(({ location }) => location === 'querystring')) return true;
  return [...query.values()].some(({ schema, serialisation: { style, explode } }) => {
    if (style !== 'form' || !explode || !schema?.isOnly('object')) return false;
    return schema.properties.size === 0 || Boolean(schema.keyword('additionalProperties'));
  });
}

function undeclaredHeaders({ requestHeaders }: Exchange, { parameters }: OperationNode): ReadonlySet<string> {
  const headers = parameters.filter(({ location }) => location === 'header');
  const declared = new Set(headers.map(({ name }) => name.toLowerCase()));
  return new Set([...namesToDeclare(requestHeaders)].filter((name) => !declared.has(name)));
}
