import type { FlatSchema, SchemaType } from '../keywords/facts/flat-schema.ts';
import type { SchemaFacts } from '../keywords/facts/schema-fact.ts';
import type { KeywordComparison, Limits, SchemaMeaning } from '../keywords/facts/schema-meaning.ts';
import { reportChoices } from '../keywords/choices/choices.ts';
import type { KeywordContext } from '../keywords/keyword-family.ts';
import { familiesWith } from '../keywords/keywords.ts';
import { hasChoices } from '../keywords/resolve-choices.ts';
import { reportTypes } from '../keywords/types.ts';

const withFactsByType = familiesWith('onlyFor');
const implying = familiesWith('withImplied');
const comparedAlways = familiesWith('reportAlways');
const comparedNextToChoices = familiesWith('reportNextToChoices');
const comparedByType = familiesWith('report');

/** Compares two schemas by all keywords. Keywords for certain types are compared only if neither schema has choices. */
export function compareSchemas(facts: SchemaFacts, meaning: SchemaMeaning): void {
  const [base, head] = [facts.base.flat, facts.head.flat];
  for (const family of comparedAlways) family.reportAlways?.(facts, base, head);
  if (hasChoices(base) || hasChoices(head)) {
    for (const family of comparedNextToChoices) family.reportNextToChoices?.(facts, base, head);
    return reportChoices(facts, meaning);
  }
  const types = reportTypes(facts, base, head, meaning);
  if (!types) return;
  for (const family of comparedNextToChoices) family.reportNextToChoices?.(facts, base, head);
  compareByType(facts, types, meaning);
}

/** Compares the keywords for the types that two schemas without choices have in common. */
function compareByType(facts: SchemaFacts, types: ReadonlySet<SchemaType>, meaning: SchemaMeaning): void {
  const { base, head, direction } = facts;
  const sender = direction === 'request' ? base.flat : undefined;
  const comparison = {
    facts,
    base: onlyFor(types, base.flat, { direction, sender: undefined }),
    head: onlyFor(types, head.flat, { direction, sender }),
    types,
    meaning,
  };
  for (const family of comparedByType) {
    family.report?.(comparison);
    if (family.isDecisive?.(comparison) === true) return;
  }
}

/** A schema without the keywords that have no effect on values of the given types. */
function onlyFor(types: ReadonlySet<SchemaType>, flat: FlatSchema, context: KeywordContext): FlatSchema {
  const facts: Record<string, unknown> = { ...flat };
  for (const family of withFactsByType) facts[family.name] = family.onlyFor?.(types, flat, context);
  // Each family returns facts of its own type, which the names of the families do not express.
  return facts as unknown as FlatSchema;
}

export function withoutImplied(limits: Limits, flat: FlatSchema, comparison: KeywordComparison): Limits {
  return implying.reduce((left, family) => family.withoutImplied?.(left, flat, comparison) ?? left, limits);
}

export function withImplied(
  limits: Limits,
  flat: FlatSchema,
  receiver: Limits,
  comparison: KeywordComparison,
): Limits {
  return implying.reduce(
    (all, family) => family.withImplied?.(all, flat, receiver, comparison) ?? all,
    limits,
  );
}
