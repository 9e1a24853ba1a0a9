import type { Json } from '#compiled/json.ts';

/** What is wrong with a type that is not one of JSON. */
export interface TypeProblem {
  readonly message: string;
  readonly help: string;
}

const types: readonly Json[] = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

/** The replacement for words that people mistake for types. */
const meant: Readonly<Record<string, string>> = {
  any: 'remove `type`',
  bool: 'write `type: boolean`',
  date: 'write `type: string` and `format: date`',
  datetime: 'write `type: string` and `format: date-time`',
  'date-time': 'write `type: string` and `format: date-time`',
  decimal: 'write `type: number`',
  dict: 'write `type: object`',
  double: 'write `type: number` and `format: double`',
  file: 'write `type: string` and `contentMediaType: application/octet-stream`',
  float: 'write `type: number` and `format: float`',
  int: 'write `type: integer`',
  list: 'write `type: array`',
  long: 'write `type: integer` and `format: int64`',
  map: 'write `type: object` and `additionalProperties`',
  text: 'write `type: string`',
  uuid: 'write `type: string` and `format: uuid`',
};

/**
 * Explains the value of `type` in a schema; undefined if it is not a word. There is no fix: a document that was served by an
 * earlier version, which took such a type for any, would then refuse requests.
 */
export function explainType(type: Json | undefined): TypeProblem | undefined {
  if (type === null) {
    const message = 'The type is null instead of the string `null`.';
    return { message, help: "Write it in quotes: `'null'`." };
  }
  if (typeof type !== 'string' || types.includes(type)) return undefined;
  const message = `The type \`${type}\` is not a JSON type.`;
  const lower = type.toLowerCase();
  if (types.includes(lower)) return { message, help: `Write \`${lower}\`.` };
  const help = Object.hasOwn(meant, lower)
    ? meant[lower]
    : 'write `string`, `number`, `integer`, `boolean`, `object` or `array`';
  return { message, help: `Instead, ${help}.` };
}
