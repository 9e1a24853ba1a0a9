/** What YAML and JSON can both say. */
export type PlainValue = string | number | boolean | null | readonly PlainValue[] | PlainObject;

export interface PlainObject {
  readonly [key: string]: PlainValue;
}
