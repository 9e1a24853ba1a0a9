import type { ManifestTeam } from '#compiled/manifest.ts';
import type { TeamGroups } from './authorization-server.ts';

/** The groups that teams refer to, by the name of the identity provider. */
export function groupsOfTeams(teams: readonly ManifestTeam[]): TeamGroups {
  const named = teams.flatMap(({ groups }) => Object.entries(groups));
  const byProvider = Map.groupBy(named, ([provider]) => provider);
  return new Map(
    [...byProvider].map(([provider, entries]) => [provider, new Set(entries.flatMap(([, names]) => names))]),
  );
}
