import { planContent, type Attempt, type ContentPlan } from './body-check.ts';
import type { DeclaredResponses } from './operation-contract.ts';
import type { SchemaBag } from './schemas/schema-bag.ts';

/** What the responses of an operation are checked for; undefined for a status that it does not declare. */
export interface ResponsePlan {
  readonly contentsFor: (status: number) => readonly ContentPlan[] | undefined;
}

/** Plans the checks of an operation's responses. */
export function planResponses(
  declared: DeclaredResponses,
  schemas: SchemaBag,
  attempt: Attempt,
): ResponsePlan {
  const planned = new Map<string, readonly ContentPlan[]>();
  for (const [status, contents] of declared) {
    planned.set(
      status,
      contents.map((content) => planContent(content, schemas, attempt)),
    );
  }
  return {
    contentsFor: (status) =>
      planned.get(String(status)) ?? planned.get(`${Math.trunc(status / 100)}XX`) ?? planned.get('DEFAULT'),
  };
}
