import type { Json } from '../../../compiled/json.ts';
import type { ListChange } from '../../../compiled/list-change.ts';

/**
 * One edit of a JSON value, at an RFC 6901 pointer that leads to what is there before any edit: a value that is new or
 * another one, a member that is gone, or the items of a list that stay, go and come.
 */
export type JsonEdit =
  | { readonly at: string; readonly set: Json }
  | { readonly at: string; readonly remove: true }
  | { readonly at: string; readonly items: ListChange<Json> };
