import type { OperationNode } from '#openapi/model.ts';
import { cutText } from '../../pages/render-within.ts';
import type { Entry } from '../../pages/take-entries.ts';
import { texts } from '../../texts/texts.ts';
import { requestBodyEntries } from './body-entries.ts';
import { listParameters, parameterEntries, wholeParameterEntries } from './parameter-entries.ts';
import type { PartName, ReferencePaths } from './reference-paths.ts';
import { nameOfStatus, responseEntries, wholeResponseEntries } from './response-entries.ts';

const { reference } = texts;

/** A part of an operation that has a page of its own. */
interface OperationPart {
  readonly name: PartName;
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** The part of an operation that a URL names; undefined if the operation does not have it. */
export function findPart(
  operation: OperationNode,
  query: URLSearchParams,
  paths: ReferencePaths,
  description: readonly Entry[],
): OperationPart | undefined {
  switch (query.get('part') ?? '') {
    case 'description':
      return { name: { part: 'description' }, title: reference.description, entries: description };
    case 'parameters': {
      const entries = parameterEntries(operation, paths);
      return { name: { part: 'parameters' }, title: reference.parameters, entries };
    }
    case 'parameter':
      return findParameter(operation, query, paths);
    case 'body':
      return {
        name: { part: 'body' },
        title: reference.body,
        entries: requestBodyEntries(operation, paths),
      };
    case 'responses': {
      const entries = responseEntries(operation, paths, () => undefined);
      return { name: { part: 'responses' }, title: reference.responses, entries };
    }
    case 'response':
      return findResponse(operation, query, paths);
    default:
      return undefined;
  }
}

function findParameter(
  operation: OperationNode,
  query: URLSearchParams,
  paths: ReferencePaths,
): OperationPart | undefined {
  const fields = operation.requestBodies.flatMap(({ swaggerFields = [] }) => swaggerFields);
  const parameter = [...listParameters(operation), ...fields].find(
    ({ name, location }) => name === query.get('name') && location === query.get('in'),
  );
  if (!parameter) return undefined;
  const { name, location } = parameter;
  return {
    name: { part: 'parameter', in: location, name },
    title: cutText(name, 200),
    entries: wholeParameterEntries(parameter, paths),
  };
}

function findResponse(
  operation: OperationNode,
  query: URLSearchParams,
  paths: ReferencePaths,
): OperationPart | undefined {
  const response = operation.response(query.get('name') ?? '');
  if (!response) return undefined;
  return {
    name: { part: 'response', name: response.status },
    title: nameOfStatus(response),
    entries: wholeResponseEntries(response, paths),
  };
}
