import { minLengthOf } from '#openapi/schema/formats.ts';
import type { FlatSchema } from '../flat-schema.ts';

type TextKeywords = Pick<FlatSchema, 'limits' | 'patterns' | 'formats'>;

/** Whether texts that fit one of some schemas are too short for another one, or for itself. */
export function haveNoTextInCommon(...schemas: readonly TextKeywords[]): boolean {
  return Math.min(...schemas.map(longest)) < Math.max(...schemas.map(shortest));
}

/** Whether the empty text is the only one that a pattern of the schema allows. */
export function allowsOnlyEmpty({ patterns }: Pick<FlatSchema, 'patterns'>): boolean {
  return patterns.has('^$');
}

function longest(schema: TextKeywords): number {
  return allowsOnlyEmpty(schema) ? 0 : (schema.limits.get('maxLength')?.value ?? Infinity);
}

function shortest({ limits, formats }: TextKeywords): number {
  return Math.max(limits.get('minLength')?.value ?? 0, ...[...formats].map(minLengthOf));
}
