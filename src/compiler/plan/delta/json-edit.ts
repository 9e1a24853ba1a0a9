import { type Json, isJsonObject, type JsonObject, sameJson } from '#compiled/json.ts';
import { type ListChange, applyListChange, diffList } from '#compiled/list-change.ts';
import { splitPointer, appendPointer } from '#source/place.ts';
import { canonicalJson } from '#compiled/canonical-json.ts';

/**
 * One edit of a JSON value, at an RFC 6901 pointer into the value before all edits. It sets a value, removes a member,
 * or changes a list by keeping, dropping and adding items.
 */
export type JsonEdit =
  | { readonly at: string; readonly set: Json }
  | { readonly at: string; readonly remove: true }
  | { readonly at: string; readonly items: ListChange<Json> };

/** Thrown for a plan that cannot be applied; the message is one sentence for the user. */
export class PlanFileError extends Error {
  override readonly name = 'PlanFileError';
}

/** Applies edits to a copy of a value. Throws a PlanFileError. */
export function applyEdits(before: Json, edits: readonly JsonEdit[]): Json {
  const root: { value: Json } = { value: structuredClone(before) };
  for (const edit of edits) applyEdit(root, edit);
  return root.value;
}

/** Applies one edit. The root is wrapped in an object, so that it can be replaced like any other value. */
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

/** Whether a container has an own member; pointers do not reach inherited members. */
function hasMember(container: Json, token: string): boolean {
  if (Array.isArray(container)) return /^(0|[1-9]\d*)$/.test(token) && Number(token) < container.length;
  return isJsonObject(container) && Object.hasOwn(container, token);
}

/** Sets a member by `defineProperty`, since it may be called `__proto__`. */
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

/** The edits that turn `before` into `after`; they do not overlap. */
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

/** Edits of single items, or one list change, whichever is shorter. */
function diffLists(before: readonly Json[], after: readonly Json[], at: string): readonly JsonEdit[] {
  const whole = [{ at, items: diffList(before, after, canonicalJson) }];
  if (before.length !== after.length) return whole;
  const single = after.flatMap((item, index) => {
    const earlier = before[index];
    return earlier === undefined ? [] : diffJson(earlier, item, appendPointer(at, index));
  });
  return JSON.stringify(single).length < JSON.stringify(whole).length ? single : whole;
}
