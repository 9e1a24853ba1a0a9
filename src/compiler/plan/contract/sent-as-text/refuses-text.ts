import type { Json } from '#compiled/json.ts';
import type { FlatSchema } from '../keywords/facts/flat-schema.ts';
import { hasFormat } from '../keywords/texts.ts';
import { isListed, listedIn } from '../keywords/values.ts';
import { allowsByItself } from '../keywords/fits-schema.ts';
import { isSureOf } from './kinds-of-texts.ts';

/** Whether the gateway certainly refuses a text, whatever value it is read as. */
export function refusesText(schema: FlatSchema, text: string): boolean {
  const readings = readingsOf(text);
  return isSureOf(schema, (one) => {
    // The text may contain several items of a list, or members of an object.
    const mayBeSeveral = one.types.size < 6 && (one.types.has('array') || one.types.has('object'));
    if (mayBeSeveral) return false;
    return readings.some((value) => allowsByItself(value, one)) ? undefined : true;
  });
}

/** The values that a text may be read as. */
function readingsOf(text: string): readonly Json[] {
  const number = Number(text);
  return [
    text,
    ...(text.trim() !== '' && Number.isFinite(number) ? [number] : []),
    ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
  ];
}

/** Whether the gateway certainly refuses every text that contains `part`. */
export function refusesTextsWith(schema: FlatSchema, part: string): boolean {
  const { types } = schema;
  if (types.has('array') || types.has('object')) return false;
  const isNoUuid = hasFormat('uuid', schema) && /[^-\da-f]/i.test(part);
  const mayBeText = types.has('string') && !isListed(schema) && !isNoUuid;
  const mayBeNumber = types.has('integer') && !/[^-+.\de]/i.test(part);
  const words = [...(types.has('boolean') ? ['true', 'false'] : []), ...listedIn(schema)];
  return !mayBeText && !mayBeNumber && !words.some((word) => typeof word === 'string' && word.includes(part));
}
