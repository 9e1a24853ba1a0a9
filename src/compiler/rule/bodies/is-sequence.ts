import type { SchemaNode } from '../../../openapi/model.ts';

/** Whether values are numbers that may be counted, in a string too, and not one of a few that are listed. */
export function isSequence(schema: SchemaNode): boolean {
  return (
    (schema.isOnly('integer') || schema.isOnly('number') || isNumericText(schema)) &&
    schema.keyword('enum') === undefined &&
    schema.keyword('const') === undefined
  );
}

/** `^\d+$`, `[1-9][0-9]{0,9}`: a fixed length is that of an assigned number, such as the one of a chip. */
const digitsOnly = /^\^?\(?(\[[01]-9\])?(\\d|\[[01]-9\])([+*]|\{\d+,\d*\})\)?\$?$/;

/** A string that contains an integer. */
function isNumericText(schema: SchemaNode): boolean {
  if (!schema.isOnly('string')) return false;
  const [format, pattern] = [schema.keyword('format'), schema.keyword('pattern')];
  if (typeof format === 'string' && /^u?int(32|64)$/.test(format)) return true;
  return typeof pattern === 'string' && digitsOnly.test(pattern);
}
