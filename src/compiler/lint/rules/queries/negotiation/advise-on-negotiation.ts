import type { BodyNode, OperationNode, ParameterNode } from '#openapi/model.ts';
import { oncePerDocument } from '#compiler/rule/once-per.ts';
import { listNames, listSome } from '#compiler/rule/words/list-names.ts';
import { isJsonOrXml } from './json-or-xml.ts';
import { namedMediaTypes } from './named-media-types.ts';

/** The operations that use a parameter, by the pointer of its declaration. */
const usersOf = oncePerDocument(({ operations }): ReadonlyMap<string, readonly OperationNode[]> => {
  const users = new Map<string, OperationNode[]>();
  for (const operation of operations) {
    for (const { pointer } of [...operation.path.ownParameters, ...operation.ownParameters]) {
      const known = users.get(pointer);
      if (known) known.push(operation);
      else users.set(pointer, [operation]);
    }
  }
  return users;
});

/** The operations that use a parameter. */
export function operationsWith({ document, pointer }: ParameterNode): readonly OperationNode[] {
  return usersOf(document).get(pointer) ?? [];
}

/** The advice on a header parameter that OpenAPI ignores. */
export function adviseOnHeader(parameter: ParameterNode): string {
  const named = namedMediaTypes(parameter);
  const operations = operationsWith(parameter);
  if (/^accept$/i.test(parameter.name)) return adviseOnAccept(operations, named);
  return adviseOnContentType(operations, named);
}

const followed = 'Remove it, since it follows from the media types of the bodies.';

function adviseOnAccept(operations: readonly OperationNode[], named: readonly string[]): string {
  const answering = operations.filter(hasBodyOfSuccess);
  if (answering.length > 0) return adviseOnTypes(answering, named, 'response');
  const bodies = operations.flatMap(responseBodies);
  const missing = missingTypes(bodies, named).filter(isJsonOrXml);
  if (operations.length === 0 || (bodies.length > 0 && missing.length === 0)) return followed;
  return `Remove it. If a response has a body, declare it ${describeTypes(missing)}.`;
}

function adviseOnContentType(operations: readonly OperationNode[], named: readonly string[]): string {
  const withBody = operations.filter(({ requestBodies }) => requestBodies.length > 0);
  if (operations.length === 0 || withBody.length > 0) return adviseOnTypes(withBody, named, 'request');
  const methods = distinctOf([operations.map(({ method }) => method)]);
  if (methods.every((method) => bodyless.has(method)))
    return `Remove it, since requests with ${listNames(methods, 'disjunction').replaceAll('`', '')} have no body.`;
  return `Remove it. If requests have a body, declare it ${describeTypes(named.filter(isJsonOrXml))}.`;
}

/** The advice on a header that names media types which some operation does not declare. */
function adviseOnTypes(operations: readonly OperationNode[], named: readonly string[], side: Side): string {
  const missing = missingOf(operations, named, side);
  const refused = missing.filter((type) => !isJsonOrXml(type));
  const verb = side === 'request' ? 'accept' : 'offer';
  const steps = [
    declareTypes(missing, operations, side) ?? [],
    refused.length === 0 ? [] : `do not ${verb} ${listSome(refused)}, since bodies are JSON or XML`,
  ].flat();
  if (steps.length === 0) return followed;
  return `Remove it${steps.length > 1 ? ',' : ', and'} ${steps.join(', and ')}.`;
}

/** Methods whose requests have no body. */
const bodyless = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS']);

function describeTypes(types: readonly string[]): string {
  return types.length > 0 ? `as ${listNames(types, 'disjunction')}` : 'with its media type';
}

/** The advice on a part of a request that selects one of several formats of the response. */
export function adviseOnFormat(operations: readonly OperationNode[], named: readonly string[]): string {
  const declared = declareInResponses(operations, named);
  if (declared === undefined) return 'Remove it, and have callers send an `Accept` header.';
  return `Remove it, have callers send an \`Accept\` header, and ${declared}.`;
}

/** The advice to declare media types that the response of some operation does not declare. */
function declareInResponses(
  operations: readonly OperationNode[],
  named: readonly string[],
): string | undefined {
  const answering = operations.filter(hasBodyOfSuccess);
  return declareTypes(missingOf(answering, named, 'response'), answering, 'response');
}

function hasBodyOfSuccess({ responses }: OperationNode): boolean {
  return responses.some(({ isSuccess, bodies }) => isSuccess && bodies.length > 0);
}

type Side = 'request' | 'response';

/** The advice on where to declare the media types that bodies may have; undefined if bodies may have none of them. */
function declareTypes(
  types: readonly string[],
  operations: readonly OperationNode[],
  side: Side,
): string | undefined {
  const allowed = types.filter(isJsonOrXml);
  if (allowed.length === 0) return undefined;
  const isRequest = side === 'request';
  const listed = `declare ${listSome(allowed)}`;
  if (operations[0]?.document.isSwagger) return `${listed} in \`${isRequest ? 'consumes' : 'produces'}\``;
  const one = isRequest ? 'the request body' : 'the response';
  const many = isRequest ? 'the request bodies' : 'the responses';
  return `${listed} under \`content\` of ${operations.length > 1 ? many : one}`;
}

/** The named media types that at least one operation does not declare for its bodies. */
function missingOf(
  operations: readonly OperationNode[],
  named: readonly string[],
  side: Side,
): readonly string[] {
  const bodiesOf = (operation: OperationNode) =>
    side === 'request' ? operation.requestBodies : responseBodies(operation);
  return distinctOf(operations.map((operation) => missingTypes(bodiesOf(operation), named)));
}

function responseBodies({ responses }: OperationNode): readonly BodyNode[] {
  return responses.flatMap(({ bodies }) => bodies);
}

/** The named media types that no body declares. */
function missingTypes(bodies: readonly BodyNode[], named: readonly string[]): readonly string[] {
  const declared = bodies.filter(({ isAssumed }) => !isAssumed);
  return named.filter((type) => !declared.some((body) => covers(body, type)));
}

/**
 * Whether a body may be sent as a media type. Every kind of JSON covers `application/json`, and every kind of XML
 * covers XML.
 */
function covers(body: BodyNode, type: string): boolean {
  if (type === 'application/json' && body.isJson) return true;
  if (/^(application|text)\/xml$/.test(type) && body.isXml) return true;
  const declared = body.mediaType.toLowerCase().replaceAll(/\s/g, '');
  const [base = ''] = declared.split(';');
  if (declared === type || base === type) return true;
  return base.endsWith('/*') && (base === '*/*' || type.startsWith(base.slice(0, -1)));
}

function distinctOf<Item>(lists: readonly (readonly Item[])[]): readonly Item[] {
  return [...new Set(lists.flat())];
}
