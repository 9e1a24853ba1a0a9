import type { JsonObject } from '#compiled/json.ts';
import { compileOperations } from '#compiler/kinds/api/compile/compile-operations.ts';
import { openContract } from '#compiler/plan/contract/schemas/contract-side.ts';
import { readRequestBody } from '#compiler/plan/contract/operations/bodies/read-bodies.ts';
import { readParameters } from '#compiler/plan/contract/operations/parameters/read-parameters.ts';
import { readResponses } from '#compiler/plan/contract/operations/responses/compare-responses.ts';
import { readSecurity } from '#compiler/plan/contract/operations/security/compare-security.ts';
import type { BodyNode, OperationNode } from '#openapi/model.ts';
import { openDocument } from '#openapi/open-document.ts';
import { visitDefinition } from '#openapi/visit-document.ts';
import { declareContent } from '#runtime/gateway/validation/declared-content.ts';
import { declareParameter } from '#runtime/gateway/validation/parameters/declared-parameter.ts';
import { bare, type PlainOperation } from './plain-reading.ts';

/** The names of the operations that a route table lists. */
export function compiledOperations(contract: JsonObject): readonly string[] {
  return compileOperations(openDocument(contract)).map(({ method, path }) => `${method} ${path}`);
}

/** What rules of lint are given of each operation. */
export function lintedOperations(contract: JsonObject): readonly PlainOperation[] {
  const operations: OperationNode[] = [];
  const bodies = new Map<OperationNode, BodyNode[]>();
  visitDefinition(openDocument(contract), {
    operation: (operation) => void operations.push(operation),
    body: (body) => void bodies.set(body.operation, [...(bodies.get(body.operation) ?? []), body]),
  });
  return operations.map((operation) => {
    const visited = bodies.get(operation) ?? [];
    const typesOf = (response: BodyNode['response']) =>
      visited.filter((body) => body.response === response).map(typeOf);
    return {
      name: operation.name,
      parameters: operation.parameters
        .map(({ name, location, isRequired, serialisation }) =>
          parameterText(
            location,
            name,
            isRequired,
            `${serialisation.style}${serialisation.explode ? '*' : ''}`,
          ),
        )
        .toSorted(),
      body: operation.requestBody ? bodyText(operation.requestBody.isRequired, typesOf(undefined)) : 'none',
      responses: operation.responses
        .map((response) => responseText(response.status, typesOf(response)))
        .toSorted(),
      security: operation.security.map(requirementText).toSorted(),
    };
  });
}

/**
 * The parts of each operation that the contract differ compares; how values are written depends on their schemas there.
 */
export function comparedOperations(contract: JsonObject): readonly PlainOperation[] {
  const side = openContract(contract);
  return side.document.operations.map((operation) => {
    const body = readRequestBody(operation, side);
    const isNamed = (bodies: readonly BodyNode[]) => bodies.every(({ isAssumed }) => !isAssumed);
    const types = (media: ReadonlyMap<string, unknown>, bodies: readonly BodyNode[]) =>
      isNamed(bodies) ? [...media.keys()].map(bare) : ['any'];
    return {
      name: operation.name,
      parameters: [...readParameters(operation, side).values()]
        .map((parameter) => parameterText(parameter.in, parameter.name, parameter.required, ''))
        .toSorted(),
      body: body ? bodyText(body.required, types(body.media, operation.requestBodies)) : 'none',
      responses: [...readResponses(operation, side)]
        .map(([status, { media }]) =>
          responseText(status, types(media, operation.response(status)?.bodies ?? [])),
        )
        .toSorted(),
      security: readSecurity(operation, (name) => name)
        .map((way) =>
          [...way]
            .map((one) => one.replace('\n', ' '))
            .toSorted()
            .join(', '),
        )
        .toSorted(),
    };
  });
}

/** The parts of each operation that the gateway checks that a route table lists. */
export function checkedOperations(contract: JsonObject): readonly PlainOperation[] {
  const document = openDocument(contract);
  return compileOperations(openDocument(contract)).flatMap(({ method, path }) => {
    const operation = document.operation(method, path);
    if (!operation) return [];
    const typesOf = (bodies: readonly BodyNode[]) =>
      bodies.map((body) => declareContent(body).mediaType.replace('*/*', body.isAssumed ? 'any' : '*/*'));
    return [
      {
        name: `${method} ${path}`,
        parameters: operation.parameters
          .flatMap((parameter) => declareParameter(parameter) ?? [])
          .map(({ location, name, required, serialisation }) =>
            parameterText(
              location,
              name,
              required,
              `${serialisation.style}${serialisation.explode ? '*' : ''}`,
            ),
          )
          .toSorted(),
        body: operation.requestBody
          ? bodyText(operation.requestBody.isRequired, typesOf(operation.requestBodies))
          : 'none',
        responses: operation.responses
          .map(({ status, bodies }) => responseText(status, typesOf(bodies)))
          .toSorted(),
        security: [],
      },
    ];
  });
}

function parameterText(location: string, name: string, isRequired: boolean, writing: string): string {
  return [location, name, isRequired ? 'required' : 'optional', writing].join(' ').trim();
}

function typeOf({ mediaType, isAssumed }: BodyNode): string {
  return isAssumed ? 'any' : bare(mediaType);
}

function bodyText(isRequired: boolean, types: readonly string[]): string {
  return `${isRequired ? 'required' : 'optional'} ${types.toSorted().join(' ')}`;
}

function responseText(status: string, types: readonly string[]): string {
  return [status.toUpperCase(), ...types.toSorted()].join(' ');
}

function requirementText(requirement: ReadonlyMap<string, readonly string[]>): string {
  return [...requirement]
    .map(([scheme, scopes]) => [scheme, ...scopes].join(' '))
    .toSorted()
    .join(' and ');
}
