import type { JsonObject } from '#compiled/json.ts';
import type { OperationCounts } from '#compiled/report/api-report.ts';
import type { BodyNode, OpenapiDocument, OperationNode } from '#openapi/model.ts';
import { openDocument } from '#openapi/open-document.ts';
import { oncePer } from '#compiler/rule/once-per.ts';
import { isIllustrated } from './is-illustrated.ts';

/** How many operations of a bundled OpenAPI document are described, and have examples. */
export const countOperations = oncePer((contract: JsonObject) => countOperationsIn(openDocument(contract)));

/** The same of a document that is open. */
export function countOperationsIn({ operations }: OpenapiDocument): OperationCounts {
  const bodies = operations.map(shownBodies).filter(({ length }) => length > 0);
  return {
    all: operations.length,
    described: operations.filter(isDescribed).length,
    withBodies: bodies.length,
    withExamples: bodies.filter((ofOne) => ofOne.every(isIllustrated)).length,
  };
}

function isDescribed(operation: OperationNode): boolean {
  return ['summary', 'description'].some((key) => operation.text(key)?.trim());
}

/** The bodies that callers have to know to send a request and to read its success. */
function shownBodies({ requestBodies, responses }: OperationNode): readonly BodyNode[] {
  const answers = responses.filter(({ isSuccess }) => isSuccess).flatMap(({ bodies }) => bodies);
  return [...requestBodies, ...answers].filter(({ isJson, isXml }) => isJson || isXml);
}
