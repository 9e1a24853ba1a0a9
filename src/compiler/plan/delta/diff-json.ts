import { canonicalJson } from '../../../compiled/canonical-json.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../compiled/json.ts';
import { diffList } from '../../../compiled/list-change.ts';
import { sameJson } from '../../../compiled/same-json.ts';
import { appendPointer } from '../../../source/place.ts';
import type { JsonEdit } from './json-edit.ts';

/** The edits that make `after` of `before`, none of which touches what another one does. */
export function diffJson(before: Json, after: Json, at = ''): readonly JsonEdit[] {
  if (sameJson(before, after)) return [];
  if (isJsonObject(before) && isJsonObject(after)) return diffObjects(before, after, at);
  return isList(before) && isList(after) ? diffLists(before, after, at) : [{ at, set: after }];
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function diffObjects(before: JsonObject, after: JsonObject, at: string): readonly JsonEdit[] {
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  return [
    ...gone.map((name) => ({ at: appendPointer(at, name), remove: true }) as const),
    ...Object.entries(after).flatMap(([name, value]) => {
      const place = appendPointer(at, name);
      const earlier = Object.hasOwn(before, name) ? before[name] : undefined;
      return earlier === undefined ? [{ at: place, set: value }] : diffJson(earlier, value, place);
    }),
  ];
}

/** Item by item, or as items that go and come, whichever takes fewer words. */
function diffLists(before: readonly Json[], after: readonly Json[], at: string): readonly JsonEdit[] {
  const whole = [{ at, items: diffList(before, after, canonicalJson) }];
  if (before.length !== after.length) return whole;
  const single = after.flatMap((item, index) => {
    const earlier = before[index];
    return earlier === undefined ? [] : diffJson(earlier, item, appendPointer(at, index));
  });
  return JSON.stringify(single).length < JSON.stringify(whole).length ? single : whole;
}
