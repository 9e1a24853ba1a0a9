import { applyListChange } from '../../../compiled/list-change.ts';
import { isJsonObject, type Json } from '../../../compiled/json.ts';
import { splitPointer } from '../../../source/place.ts';
import type { JsonEdit } from './json-edit.ts';
import { PlanFileError } from './plan-file-error.ts';

/** Makes the value that the edits lead to; the one that they start from stays as it is. Throws a PlanFileError. */
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

/** Own members alone, so that no pointer reaches what objects inherit. */
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
    `The plan edits ${JSON.stringify(at)}, which the table that it is applied to does not have.`,
  );
}
