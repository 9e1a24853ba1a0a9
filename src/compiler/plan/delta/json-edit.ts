import { type Json, isJsonObject, type JsonObject, sameJson } from '#compiled/json.ts';
import { type ListChange, applyListChange, diffList } from '#compiled/list-change.ts';
import { splitPointer, appendPointer } from '#source/place.ts';
import { canonicalJson } from '#compiled/canonical-json.ts';

/**
 * One edit of a JSON value, at an RFC 6901 pointer into the value before all edits: a value that is set, a member that is
 * removed, or the kept, dropped and added items of a list.
 */
export type JsonEdit =
  | { readonly at: string; readonly set: Json }
  | { readonly at: string; readonly remove: true }
  | { readonly at: string; readonly items: ListChange<Json> };

/** A plan that cannot be applied; the message is one sentence for its user. */
export class PlanFileError extends Error {
  override readonly name = 'PlanFileError';
}

/** Applies edits to a copy of a value. Throws a PlanFileError. */
export function applyEdits(before: Json, edits: readonly JsonEdit[]): Json {
  const root: { value: Json } = { value: structuredClone(before) };
  for (const edit of edits) applyEdit(root, edit);
  return root.value;
}

/** The root is a member of an object here, so that it can be replaced like any other value. */
function applyEdit(root: { value: Json }, edit: JsonEdit): void {
  const tokens = ['value', ...splitPointer(edit.at)];
  const last = tokens.pop() ?? '';
  let container: Json = root;
  for (const token of tokens) container = memberOf(container, token, edit);
  if ('remove' in edit) removeMember(container, last, edit);
  else if ('set' in edit) setMember(container, last, structuredClone(edit.set), edit);
  else setMember(container, last, itemsOf(container, last, edit), edit);
}

type ItemsEdit = Extract<JsonEdit, { readonly items: unknown }>;

function itemsOf(container: Json, token: string, edit: ItemsEdit): Json {
  const list = memberOf(container, token, edit);
  if (!Array.isArray(list)) throw noPlace(edit);
  return structuredClone(applyListChange<Json>(list, edit.items));
}

function memberOf(container: Json, token: string, edit: JsonEdit): Json {
  const member = hasMember(container, token) ? (container as Record<string, Json>)[token] : undefined;
  if (member === undefined) throw noPlace(edit);
  return member;
}

/** Only own members, so that no pointer reaches inherited ones. */
function hasMember(container: Json, token: string): boolean {
  if (Array.isArray(container)) return /^(0|[1-9]\d*)$/.test(token) && Number(token) < container.length;
  return isJsonObject(container) && Object.hasOwn(container, token);
}

/** Defined rather than assigned, since a member may be called `__proto__`. */
function setMember(container: Json, token: string, value: Json, edit: JsonEdit): void {
  const isPossible = Array.isArray(container) ? hasMember(container, token) : isJsonObject(container);
  if (!isPossible) throw noPlace(edit);
  Object.defineProperty(container, token, { value, writable: true, enumerable: true, configurable: true });
}

function removeMember(container: Json, token: string, edit: JsonEdit): void {
  const isRoot = edit.at === '';
  if (isRoot || !isJsonObject(container) || !hasMember(container, token)) throw noPlace(edit);
  Reflect.deleteProperty(container, token);
}

function noPlace({ at }: JsonEdit): PlanFileError {
  return new PlanFileError(
    `The plan edits ${JSON.stringify(at)}, which does not exist in the current table.`,
  );
}

/** The edits from `before` to `after`; no two of them overlap. */
export function diffJson(before: Json, after: Json, at = ''): readonly JsonEdit[] {
  if (sameJson(before, after)) return [];
  if (isJsonObject(before) && isJsonObject(after)) return diffObjects(before, after, at);
  return isList(before) && isList(after) ? diffLists(before, after, at) : [{ at, set: after }];
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function diffObjects(before: JsonObject, after: JsonObject, at: string): readonly JsonEdit[] {
  const removed = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  return [
    ...removed.map((name) => ({ at: appendPointer(at, name), remove: true }) as const),
    ...Object.entries(after).flatMap(([name, value]) => {
      const place = appendPointer(at, name);
      const earlier = Object.hasOwn(before, name) ? before[name] : undefined;
      return earlier === undefined ? [{ at: place, set: value }] : diffJson(earlier, value, place);
    }),
  ];
}

/** Item by item, or as one list change, whichever is shorter. */
function diffLists(before: readonly Json[], after: readonly Json[], at: string): readonly JsonEdit[] {
  const whole = [{ at, items: diffList(before, after, canonicalJson) }];
  if (before.length !== after.length) return whole;
  const single = after.flatMap((item, index) => {
    const earlier = before[index];
    return earlier === undefined ? [] : diffJson(earlier, item, appendPointer(at, index));
  });
  return JSON.stringify(single).length < JSON.stringify(whole).length ? single : whole;
}
