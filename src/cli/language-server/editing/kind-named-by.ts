import type { Kind } from '#compiler/declaration/kinds.ts';

/** The kind of declaration that a field names; undefined if the field does not name a declaration. */
export function kindNamedBy(kind: string | undefined, path: readonly string[]): Kind | undefined {
  const field = `${kind} ${path.join(' ')}`;
  return fields.find(([pattern]) => pattern.test(field))?.[1];
}

const fields: readonly (readonly [RegExp, Kind])[] = [
  [/^Subscription application$/, 'Application'],
  [/^Subscription api$/, 'Api'],
  [/^Subscription tier$/, 'Tier'],
  [/^Api deprecation successor$/, 'Api'],
];
