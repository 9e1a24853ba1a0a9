import { isJsonObject, type Json, memberOf, sameJson } from '#compiled/json.ts';

/** A setting that differs; undefined on a side that does not have it. */
export interface Leaf {
  readonly path: readonly string[];
  readonly before?: Json | undefined;
  readonly after?: Json | undefined;
}

/**
 * The settings that differ between two values. A list, the source of a secret, and a group that only one side has each
 * count as one setting.
 */
export function diffLeaves(
  before: Json | undefined,
  after: Json | undefined,
  path: readonly string[] = [],
): readonly Leaf[] {
  if (sameJson(before, after)) return [];
  if (!isGroup(before) || !isGroup(after)) return [{ path, before, after }];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) =>
    diffLeaves(memberOf(before, name), memberOf(after, name), [...path, name]),
  );
}

function isGroup(value: Json | undefined): value is { readonly [name: string]: Json } {
  return isJsonObject(value) && !('fromEnv' in value) && !('fromFile' in value);
}
