import type { SchemaNode } from '#openapi/model.ts';

/** Whether values may be sequential numbers: numbers or numeric strings without `enum`, `const` or a short range. */
export function isSequence(schema: SchemaNode): boolean {
  return (
    (isNumber(schema) || isNumericText(schema) || isNumberOrText(schema)) &&
    schema.keyword('enum') === undefined &&
    schema.keyword('const') === undefined &&
    !isOfShortRange(schema)
  );
}

function isNumber(schema: SchemaNode): boolean {
  return schema.isOnly('integer') || schema.isOnly('number');
}

/** Whether values may be numbers or texts, by several types or by alternatives. */
export function isNumberOrText(schema: SchemaNode): boolean {
  const { types, alternatives } = schema;
  if (types.length > 0) return areNumbersAndTexts(types.filter((type) => type !== 'null'));
  const isListed = alternatives.some(({ value }) => (value['enum'] ?? value['const']) !== undefined);
  return (
    !isListed && areNumbersAndTexts(alternatives.flatMap((one) => (one.types.length > 0 ? one.types : [''])))
  );
}

function areNumbersAndTexts(types: readonly string[]): boolean {
  const isAllowed = types.every((type) => ['integer', 'number', 'string'].includes(type));
  return isAllowed && types.includes('string') && types.some((type) => type !== 'string');
}

/** Ranges narrower than this are treated like a list of allowed values. */
const shortRange = 10;

function isOfShortRange(schema: SchemaNode): boolean {
  const [least, most] = [schema.keyword('minimum'), schema.keyword('maximum')];
  return typeof least === 'number' && typeof most === 'number' && most - least < shortRange;
}

/**
 * Matches `^\d+$` and `[1-9][0-9]{0,9}`, but not a fixed number of digits, which is typical of assigned numbers, such
 * as those of chips.
 */
const digitsOnly = /^\^?\(?(\[[01]-9\])?(\\d|\[[01]-9\])([+*]|\{\d+,\d*\})\)?\$?$/;

/** Whether values are strings that contain an integer. */
export function isNumericText(schema: SchemaNode): boolean {
  if (!schema.isOnly('string')) return false;
  const [format, pattern] = [schema.keyword('format'), schema.keyword('pattern')];
  if (typeof format === 'string' && /^u?int(32|64)$/.test(format)) return true;
  return typeof pattern === 'string' && digitsOnly.test(pattern);
}
