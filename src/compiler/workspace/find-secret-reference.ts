import { allLists } from '#compiled/manifest.ts';
import type { SecretReference } from '#compiled/settings/secret-reference.ts';
import { placeOf, type Place } from '#source/place.ts';
import type { Declared } from './declared.ts';
import type { Workspace } from './workspace.ts';

/** The first place where a declaration refers to the secret; undefined if no declaration does. */
export function findSecretReference(workspace: Workspace, reference: SecretReference): Place | undefined {
  const listed = allLists.flatMap(({ name }): readonly Declared<object>[] => workspace[name]);
  for (const { value, place } of [workspace.gateway, ...listed]) {
    const found = findWithin(value, place, reference);
    if (found) return found;
  }
  return undefined;
}

function findWithin(value: unknown, place: Place, reference: SecretReference): Place | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const at = placeOf(place, key);
    const isNamed = (key === 'fromEnv' || key === 'fromFile') && member === reference[key];
    const found = isNamed ? at : findWithin(member, at, reference);
    if (found) return found;
  }
  return undefined;
}
