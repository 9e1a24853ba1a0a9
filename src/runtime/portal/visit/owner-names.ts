import type { Manifest } from '#compiled/manifest.ts';

/** Returns the name of a declared owner on pages. */
export type NameOwner = (owner: string) => string;

/** A function that returns the display name of a team or a declared user, and any other owner as declared. */
export function openOwnerNames({ users, teams }: Pick<Manifest, 'users' | 'teams'>): NameOwner {
  const names = new Map<string, string>();
  for (const { name, displayName = name } of users)
    names.set(name, displayName).set(`user:${name}`, displayName);
  for (const { name, displayName = name } of teams) names.set(name, displayName);
  return (owner) => names.get(owner) ?? owner;
}
