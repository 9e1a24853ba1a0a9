import { isJsonObject, type Json, memberOf } from '../../../compiled/json.ts';
import { sameJson } from '../../../compiled/same-json.ts';

/** A setting that differs; what one side does not have is undefined there. */
export interface Leaf {
  readonly path: readonly string[];
  readonly before?: Json | undefined;
  readonly after?: Json | undefined;
}

/**
 * The settings that differ in two values, each by itself. A list is one setting, so is where a secret is read from,
 * and so is what one side lacks altogether.
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
