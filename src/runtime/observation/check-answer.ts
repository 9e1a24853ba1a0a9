import type { OperationNode } from '#openapi/model.ts';
import type { ResponsePlan } from '#runtime/gateway/validation/response-plan.ts';
import { checkBody, type CheckedBody, hasContent } from './checked-body.ts';
import { headerOf, type ObservedAnswer } from './exchange.ts';
import { ObservedFindings } from './observed-findings.ts';
import type { SchemaPlaces } from './schema-place.ts';

/** The findings in a response of a declared operation. */
export interface CheckedAnswer extends CheckedBody {
  readonly isDeclaredStatus: boolean;
}

const nothing: CheckedAnswer = { found: [], fields: [], isDeclaredStatus: true };

/** Checks a response with the gateway's own validators. */
export function checkAnswer(
  { status, headers, body }: ObservedAnswer,
  isHead: boolean,
  operation: OperationNode,
  plan: ResponsePlan,
  places: SchemaPlaces,
): CheckedAnswer {
  const contents = plan.contentsFor(status);
  if (!contents) {
    const message = `The status ${status} is not declared.`;
    return { ...nothing, found: [{ kind: 'undeclared-status', message }], isDeclaredStatus: false };
  }
  const contentType = headerOf(headers, 'content-type');
  if (isHead || contentType === undefined || !hasContent(body)) return nothing;
  if (contents.length === 0) {
    const found = [{ kind: 'undeclared-media-type', message: 'A body is not declared.' } as const];
    return {
      ...checkBody(body, contentType, { contents, nodes: [] }, new ObservedFindings(), places),
      found,
      isDeclaredStatus: true,
    };
  }
  const nodes = declaredResponse(operation, status)?.bodies ?? [];
  const checked = checkBody(body, contentType, { contents, nodes }, new ObservedFindings(), places);
  return { ...checked, isDeclaredStatus: true };
}

/** The response that the document declares for a status: exactly, by its class, or by default. */
export function declaredResponse(operation: OperationNode, status: number) {
  return (
    operation.response(String(status)) ??
    operation.response(`${Math.trunc(status / 100)}XX`) ??
    operation.response('default')
  );
}
