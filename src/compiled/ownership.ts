import type { Manifest, ManifestTeam } from './manifest.ts';

/** The declared teams. */
export interface Teams {
  /** The names of the teams that a person belongs to, sorted. */
  of(person: Person): readonly string[];
}

/** A person whom the gateway has identified. Declared owners and teams may refer to a person. */
export interface Person {
  /** As in tokens: `user:ada`, or `user:staff/ada` for a user of an identity provider. */
  readonly subject: string;
  /** The name of a declared user; absent for users of identity providers, whose names are not unique. */
  readonly username?: string;
  /** Verified e-mail addresses only. */
  readonly emails: readonly string[];
  /** The name of the identity provider that knows the user, or `users` for declared users. */
  readonly provider: string;
  /**
   * The person's groups at the identity provider, as the provider writes them; only groups to which teams of the served
   * table refer.
   */
  readonly groups: readonly string[];
}

/** The names under which a person can own a declaration. */
export interface OwnerNames extends Pick<Person, 'subject' | 'username' | 'emails'> {
  /** The names of the declared teams that the person belongs to. */
  readonly teams: readonly string[];
}

/** Whether a declared owner (a user name, a subject, an e-mail address or a team) refers to the person. */
export function owns({ username, subject, teams, emails }: OwnerNames, owner: string): boolean {
  if (owner === username || owner === subject || teams.includes(owner)) return true;
  return emails.some((email) => foldDomain(email) === foldDomain(owner));
}

/**
 * An e-mail address in the form that is compared: only the domain is case-insensitive, since the part before the last @
 * may be case-sensitive (RFC 5321 section 2.4). Returns any other name unchanged.
 */
function foldDomain(address: string): string {
  const at = address.lastIndexOf('@');
  if (at === -1) return address;
  return address.slice(0, at + 1) + address.slice(at + 1).toLowerCase();
}

/**
 * The names of a person in the users and teams of one table, which may not be the table by which the person has signed
 * in. Undefined for a declared user who is missing or disabled in this table.
 */
export function namesIn(
  { users, teams }: Pick<Manifest, 'users' | 'teams'>,
  person: Person,
): OwnerNames | undefined {
  const known = person.username === undefined ? person : findDeclared(users, person);
  return known && { ...known, teams: openTeams(teams).of(known) };
}

/** The e-mail address of a declared user is the one in the declaration. */
function findDeclared(users: Manifest['users'], person: Person): Person | undefined {
  const found = users.find(({ name, state }) => name === person.username && state === 'active');
  return found && { ...person, emails: found.email === undefined ? [] : [found.email] };
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

/** The key is unambiguous, since names of providers contain no space. */
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
