import type { OperationNode } from '#openapi/model.ts';
import { NamedValues } from '#runtime/gateway/validation/parameters/named-values.ts';
import type { RequestPlan } from '#runtime/gateway/validation/request-plan.ts';
import { splitTarget } from '#runtime/gateway/route/request-target.ts';
import { checkBody, type CheckedBody, hasContent } from './checked-body.ts';
import { type Exchange, headerOf } from './exchange.ts';
import { type Found, missingBody, ObservedFindings } from './observed-findings.ts';
import type { SchemaPlaces } from './schema-place.ts';
import { namesToDeclare } from './undeclared-headers.ts';

/** What was found in a request of a declared operation. */
export interface CheckedRequest extends CheckedBody {
  /** The names of undeclared parameters. */
  readonly undeclared: {
    readonly query: ReadonlySet<string>;
    readonly header: ReadonlySet<string>;
  };
}

const undeclaredQuery = new NamedValues([], 'query');

/** Checks a request with the gateway's own validators. */
export function checkRequest(
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
  const alone = (): CheckedBody => ({ found: findings.found(undefined, undefined), fields: [] });
  const contentType = headerOf(requestHeaders, 'content-type');
  if (!hasContent(requestBody)) {
    // A recording may leave bodies out.
    if (body?.required && requestBody !== 'unknown' && answer) findings.missing.push(missingBody);
    return alone();
  }
  const contents = body?.contents ?? [];
  const nodes = operation.requestBody?.bodies ?? [];
  const before = body ? [] : alone().found;
  const checked = checkBody(requestBody, contentType, { contents, nodes }, findings, places);
  if (body && checked.found.every(({ kind }) => kind !== 'undeclared-media-type')) return checked;
  const others = body ? alone().found : before;
  const message = 'A body is not declared.';
  const found = body ? checked.found : [{ kind: 'undeclared-media-type', message } satisfies Found];
  return { ...checked, found: [...others, ...found] };
}

/** Whether a parameter is an object whose members are any parameters of the query. */
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
