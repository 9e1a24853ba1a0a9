import type { ManifestTeam } from '../manifest.ts';
import { foldDomain } from './fold-domain.ts';
import type { Person } from './person.ts';

/** The declared teams. */
export interface Teams {
  /** The names of those that a person belongs to, sorted. */
  of(person: Person): readonly string[];
}

/** The teams of a table, indexed by their members. */
export function openTeams(teams: readonly ManifestTeam[]): Teams {
  const byMember = indexTeams(teams, ({ members }) => members.map(foldDomain));
  const byGroup = indexTeams(teams, ({ groups }) =>
    Object.entries(groups).flatMap(([provider, names]) => names.map((name) => keyOfGroup(provider, name))),
  );
  return {
    of: ({ subject, username, emails, provider, groups }) => {
      const names = [subject, ...(username === undefined ? [] : [username]), ...emails.map(foldDomain)];
      const keys = groups.map((group) => keyOfGroup(provider, group));
      const found = [...names.map((name) => byMember.get(name)), ...keys.map((key) => byGroup.get(key))];
      return [...new Set(found.flatMap((ofOne) => ofOne ?? []))].toSorted();
    },
  };
}

/** Names of providers contain no space. */
function keyOfGroup(provider: string, group: string): string {
  return `${provider} ${group}`;
}

function indexTeams(
  teams: readonly ManifestTeam[],
  keysOf: (team: ManifestTeam) => readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const team of teams)
    for (const key of keysOf(team)) index.set(key, [...(index.get(key) ?? []), team.name]);
  return index;
}
