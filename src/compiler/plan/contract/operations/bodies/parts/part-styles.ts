import { sameJson } from '#compiled/json.ts';
import { splitPointer } from '#source/place.ts';
import {
  isSameInText,
  listsOf,
  type FieldWriting,
  type SentValue,
} from '../../../sent-as-text/sent-value.ts';
import type { Direction } from '../../../keywords/facts/schema-fact.ts';
import { describeStyle, listWritingOf } from '../../parameters/serialisation-style.ts';
import { partAt, type DescribedPart } from './described-part.ts';
import type { MediaPair } from './media-pair.ts';
import { stepTo } from './read-parts.ts';

/** Describes the serialization of a part; equal texts mean equal serializations. */
export function describePartStyle(part: DescribedPart, isField: boolean): string {
  const { schema, serialisation, isStyled } = part;
  const { style, explode } = serialisation;
  // `deepObject` writes names with brackets whatever the value is.
  if (style === 'deepObject') return style;
  if (!schema) return `${style} explode ${explode}`;
  const types = schema.flat.types;
  // Outside forms, an object without a declared style is serialized by its media type.
  if (!isField && !isStyled && types.has('object') && types.size < 6) return 'by its media type';
  return describeStyle({ serialisation, mediaType: undefined }, schema, isField ? 'query' : 'header');
}

/** Whether both sides serialize a part in the same way, where a single value equals a list of one. */
export function isSameStyle(
  old: DescribedPart,
  now: DescribedPart,
  { direction, isField }: { readonly direction: Direction; readonly isField: boolean },
): boolean {
  if (describePartStyle(old, isField) === describePartStyle(now, isField)) return true;
  if (
    !isField &&
    old.isStyled === now.isStyled &&
    sameJson({ ...old.serialisation }, { ...now.serialisation })
  )
    return true;
  return isSameInText(sentValueOf(old), sentValueOf(now), { direction, ignoresEmpty: false });
}

/** By field of a form: how both sides write lists, and whether the gateway accepts an empty text. */
export function listsOfFields({ old, now }: MediaPair): (step: string) => FieldWriting {
  return (step) => {
    const [name = ''] = splitPointer(step);
    const [before, after] = [partAt(old, stepTo(name)), partAt(now, stepTo(name))];
    return { lists: listsOf(sentValueOf(before), sentValueOf(after)), ignoresEmpty: after.allowsEmpty };
  };
}

/** The serialization of a part, which is that of a query parameter. */
function sentValueOf(part: DescribedPart): SentValue {
  const { contentType, schema } = part;
  return { lists: contentType === undefined ? listWritingOf(part, 'query') : undefined, schema };
}
