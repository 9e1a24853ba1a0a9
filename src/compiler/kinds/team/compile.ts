import type { ManifestTeam } from '#compiled/manifest.ts';
import type { Compilation } from '#compiler/compile/compilation.ts';
import { passOn } from '#compiler/compile/pass-on.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import type { TeamDeclaration } from './declaration.ts';

/** All teams. */
export function compileTeams({ workspace: { teams }, results }: Compilation): readonly ManifestTeam[] {
  return teams.map((one) => results.entry(one, compileTeam));
}

/** A declared team, with sorted members and groups, since their order has no meaning. */
function compileTeam({ value }: Declared<TeamDeclaration>): ManifestTeam {
  const { members = [], groups = {} } = value;
  const sorted = Object.entries(groups).map(([provider, names]) => [provider, names.toSorted()]);
  return {
    ...passOn('teams', value),
    members: members.toSorted(),
    groups: Object.fromEntries(sorted) as ManifestTeam['groups'],
  };
}
