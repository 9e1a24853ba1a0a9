import type { SchemaType } from '../flat-schema.ts';
import type { SchemaFacts } from '../schema-fact.ts';
import type { SchemaMeaning } from '../schema-meaning.ts';
import { compareAllLimits } from './compare-all-limits.ts';
import { compareFormats } from './compare-formats.ts';
import { compareListed } from './compare-listed.ts';
import {
  compareAdditional,
  compareItems,
  comparePatternProperties,
  type Anything,
} from './compare-object-keywords.ts';
import { comparePatterns } from './compare-patterns.ts';
import { compareProperties } from './compare-properties.ts';
import { compareRepresentations } from './compare-representations.ts';
import { compareDefaults, compareDiscriminators } from './compare-written-keywords.ts';
import { compareConditions } from './conditions/compare-conditions.ts';
import { compareUnevaluated } from './conditions/compare-unevaluated.ts';
import { keywordsFor } from './keywords-for.ts';

/** Compares the keywords of the types that two schemas without choices have in common. */
export function compareKeywords(
  facts: SchemaFacts,
  types: ReadonlySet<SchemaType>,
  anything: Anything,
  meaning: SchemaMeaning,
): void {
  const { base, head, direction } = facts;
  const before = keywordsFor(types, base.flat, direction);
  const besideLimits = direction === 'request' ? base.flat.limits : undefined;
  const after = keywordsFor(types, head.flat, direction, besideLimits);
  for (const compare of plainComparisons) compare(facts, before, after);
  compareUnevaluated(facts, types, meaning);
  if (before.values || after.values) return compareListed(facts, before, after);
  for (const compare of scalarComparisons) compare(facts, before, after);
  comparePatternProperties(facts, before, after);
  compareProperties(facts, before, after, anything, meaning);
  compareAdditional(facts, before, after, anything);
  compareItems(facts, before, after, anything);
  compareConditions(facts, types, meaning);
}

const plainComparisons = [compareDefaults, compareDiscriminators, compareRepresentations] as const;

const scalarComparisons = [compareFormats, comparePatterns, compareAllLimits] as const;
