import { Filter, type Client } from 'ldapts';
import type { LdapGroupSearch } from '#compiled/settings/identity-providers.ts';
import type { LdapSettings } from './connect-ldap.ts';
import { isFilter } from './is-filter.ts';
import { textsIn } from './texts-in.ts';

/** The user whose groups are searched. */
interface Member {
  readonly dn: string;
  readonly username: string;
}

/** The size limit of a search, well above the number of groups of one user. */
const maxGroups = 5000;

/** The names of the groups of a user. Rejects with the error of the directory. */
export async function findGroups(
  client: Client,
  search: LdapGroupSearch,
  member: Member,
): Promise<readonly string[]> {
  const { searchEntries } = await client.search(search.base, {
    scope: 'sub',
    filter: filterFor(search, member),
    attributes: [search.nameAttribute],
    sizeLimit: maxGroups,
  });
  return searchEntries.flatMap((entry) => textsIn(entry, search.nameAttribute));
}

/** Throws an error that names the provider if the filter is not valid. */
export function checkGroupFilter({ provider: { name, groupSearch } }: LdapSettings): void {
  if (!groupSearch) return;
  if (isFilter(filterFor(groupSearch, { dn: 'uid=ada,dc=example', username: 'ada' }))) return;
  throw new Error(`The filter of the groupSearch of ${name} is not an LDAP filter.`);
}

/** Replaces both placeholders in one pass, so that `{username}` inside a DN is not replaced. */
function filterFor({ filter }: LdapGroupSearch, { dn, username }: Member): string {
  const values = { '{dn}': dn, '{username}': username };
  return filter.replaceAll(/\{dn\}|\{username\}/g, (place) =>
    Filter.escape(values[place as keyof typeof values]),
  );
}
