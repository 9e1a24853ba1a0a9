import { planContent, type Attempt, type ContentPlan } from './body-check.ts';
import type { OperationNode } from '#openapi/model.ts';
import { declareContent } from './declared-content.ts';
import type { SchemaBag } from './schemas/schema-bag.ts';

/** The checks of an operation's responses; undefined for a status that it does not declare. */
export interface ResponsePlan {
  readonly contentsFor: (status: number) => readonly ContentPlan[] | undefined;
}

/** Plans the checks of an operation's responses. */
export function planResponses(
  { responses }: OperationNode,
  schemas: SchemaBag,
  attempt: Attempt,
): ResponsePlan {
  const planned = new Map<string, readonly ContentPlan[]>();
  for (const { status, bodies } of responses) {
    planned.set(
      status,
      bodies.map((body) => planContent(declareContent(body), schemas, attempt)),
    );
  }
  return {
    contentsFor: (status) =>
      planned.get(String(status)) ?? planned.get(`${Math.trunc(status / 100)}XX`) ?? planned.get('default'),
  };
}
