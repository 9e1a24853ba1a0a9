import type { Kind } from '../../../compiler/declaration/kinds.ts';
import type { Workspace } from '../../../compiler/workspace/workspace.ts';
import { type Place, placeOf } from '../../../source/place.ts';

/** The kind of what a field of a declaration names; undefined if it names nothing. */
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

/** The names of all declarations of a kind, sorted. */
export function listNames({ names }: Workspace, kind: Kind): readonly string[] {
  return [...names[kind]].toSorted();
}

/** Where a declaration is named. */
export function findDeclaration(
  { apis, applications, tiers }: Workspace,
  kind: Kind,
  name: string,
): Place | undefined {
  const api = apis.find(({ value }) => `${value.name}/${value.version}` === name);
  const found = {
    Api: api,
    Application: applications.find(({ value }) => value.name === name),
    Tier: tiers.find(({ value }) => value.name === name),
  }[kind as string];
  return found && placeOf(found.place, 'name');
}
