import { pick, sameJson } from '#compiled/json.ts';
import type { FlatSchema } from '../flat-schema.ts';
import type { SchemaFacts } from '../schema-fact.ts';
import { showValue } from '../show-value.ts';
import { describeTransition } from '../../../wording/describe-value.ts';

/** The values of a discriminator are compared with the alternatives. */
export function compareDiscriminators(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const [before, after] = [base.discriminator?.property, head.discriminator?.property];
  if (before === after) return;
  const keyword = 'discriminator';
  const detail = { before, after, part: keyword, what: describeTransition(before, after), keyword };
  // It tells readers more than before, and asks less of senders.
  if (before === undefined && facts.direction === 'response') facts.report('constraint-added', detail);
  else if (after === undefined && facts.direction === 'request') facts.report('constraint-removed', detail);
  else facts.report('discriminator-changed', detail);
}

export function compareDocumentation(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const [before, after] = [base.documentation, head.documentation];
  if (sameJson(before, after)) return;
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => !sameJson(pick(before, [name]), pick(after, [name])),
  );
  const shown = names.toSorted();
  facts.reportAs('documentation-changed', {
    before: pick(before, shown),
    after: pick(after, shown),
    part: shown.join(', '),
    what: 'changed',
    ...(shown[0] !== undefined && { keyword: shown[0] }),
  });
}

export function compareDefaults(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const [before, after] = [base.default, head.default];
  if (sameJson(before, after)) return;
  const keyword = 'default';
  const [earlier, later] = [before, after].map((value) =>
    value === undefined ? undefined : showValue(value),
  );
  facts.report('default-changed', {
    before,
    after,
    part: keyword,
    what: describeTransition(earlier, later),
    keyword,
  });
}
