import { foldDomain } from './fold-domain.ts';
import type { Person } from './person.ts';

/** The names that make a person the owner of what has one of them as its owner. */
export interface OwnerNames extends Pick<Person, 'subject' | 'username' | 'emails'> {
  /** The names of the declared teams that the person belongs to. */
  readonly teams: readonly string[];
}

/** Whether a declared owner, which is a user name, a subject, an e-mail address or a team, is a person. */
export function owns({ username, subject, teams, emails }: OwnerNames, owner: string): boolean {
  if (owner === username || owner === subject || teams.includes(owner)) return true;
  return emails.some((email) => foldDomain(email) === foldDomain(owner));
}
