import type { Manifest } from '../manifest.ts';
import type { OwnerNames } from './owns.ts';
import type { Person } from './person.ts';
import { openTeams } from './teams.ts';

/**
 * The names of a person by the users and teams of one table, which may differ from those of the table by which the
 * person has signed in. Undefined for a declared user whom this table does not have, or has disabled.
 */
export function namesIn(
  { users, teams }: Pick<Manifest, 'users' | 'teams'>,
  person: Person,
): OwnerNames | undefined {
  const known = person.username === undefined ? person : findDeclared(users, person);
  return known && { ...known, teams: openTeams(teams).of(known) };
}

/** The addresses of declared users are those of their declarations. */
function findDeclared(users: Manifest['users'], person: Person): Person | undefined {
  const found = users.find(({ name, state }) => name === person.username && state === 'active');
  return found && { ...person, emails: found.email === undefined ? [] : [found.email] };
}
