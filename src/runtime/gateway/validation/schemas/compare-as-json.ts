import { _, type CodeKeywordDefinition, type KeywordCxt } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { canonicalJson } from '#compiled/canonical-json.ts';
import { type Json, sameJson } from '#compiled/json.ts';

/**
 * Replaces the keywords of ajv that compare objects and lists: its own call a member of the value that is named
 * `toString`, and compare each item of a list with each other one.
 */
export function compareAsJson(ajv: Ajv2020): void {
  for (const definition of [enumKeyword, constKeyword, uniqueItems]) {
    ajv.removeKeyword(String(definition.keyword));
    ajv.addKeyword(definition);
  }
}

const enumKeyword: CodeKeywordDefinition = {
  keyword: 'enum',
  schemaType: 'array',
  error: { message: 'must be a listed value', params: ({ schemaCode }) => _`{allowedValues: ${schemaCode}}` },
  code: (context) => passIf(context, isListedIn(context.schema as readonly Json[])),
};

const constKeyword: CodeKeywordDefinition = {
  keyword: 'const',
  error: { message: 'must be one value', params: ({ schemaCode }) => _`{allowedValue: ${schemaCode}}` },
  code: (context) => passIf(context, isListedIn([context.schema as Json])),
};

const uniqueItems: CodeKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  code: (context) => passIf(context, (items) => !context.schema || areUnique(items as readonly Json[])),
};

function passIf(context: KeywordCxt, isValid: (value: Json) => boolean): void {
  const check = context.gen.scopeValue('func', { ref: isValid });
  context.pass(_`${check}(${context.data})`);
}

function isListedIn(values: readonly Json[]): (value: Json) => boolean {
  const parts = values.filter((value) => typeof value === 'object' && value !== null);
  const scalars = new Set<Json>(values.filter((value) => typeof value !== 'object' || value === null));
  return (value) => scalars.has(value) || parts.some((part) => sameJson(part, value));
}

function areUnique(items: readonly Json[]): boolean {
  return new Set(items.map((item) => canonicalJson(item))).size === items.length;
}
