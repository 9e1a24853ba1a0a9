import { randomUUID } from 'node:crypto';
import { Filter, FilterParser, ResultCodeError, type Client, type Entry } from 'ldapts';
import { subjectOfUser } from '../../token/claims.ts';
import { UnavailableError, type PasswordDirectory } from '../identity.ts';
import { Turns } from '../turns.ts';
import type { User } from '../user.ts';
import { connectLdap } from './connect-ldap.ts';
import type { LdapSettings } from './ldap-settings.ts';
import { subjectOfEntry } from './subject-of-entry.ts';

/**
 * Result codes of a bind that say something about the password or the account (RFC 4511 appendix A): constraint
 * violation, no such object, inappropriate authentication, invalid credentials, insufficient rights, unwilling.
 */
const refusals: ReadonlySet<number> = new Set([19, 32, 48, 49, 50, 53]);

/** How many names that were found are remembered. */
const mostKnown = 1000;

/** Somebody whom the directory has found, and whose password is to be tried. */
interface Candidate {
  readonly dn: string;
  readonly user: User;
}

/** Users of an LDAP directory: a search finds the entry, and a bind as that entry checks the password. */
export class LdapDirectory implements PasswordDirectory {
  readonly name: string;
  readonly #settings: LdapSettings;
  readonly #turns = new Turns(20, 100);
  readonly #known = new Set<string>();

  /** Throws an error that names the provider where its filter is none. */
  constructor(settings: LdapSettings) {
    this.name = settings.provider.name;
    this.#settings = settings;
    checkFilter(settings);
  }

  knows(username: string): boolean {
    return this.#known.has(username);
  }

  async authenticate(username: string, password: string): Promise<User | undefined> {
    // A bind without a password succeeds without proving anything (RFC 4513 section 5.1.2).
    if (password === '') return undefined;
    try {
      return await this.#turns.run(() => this.#ask(username, password));
    } catch (error) {
      if (error instanceof UnavailableError) throw error;
      throw new UnavailableError(`The directory ${this.name} cannot be asked: ${describe(error)}.`, {
        cause: error,
      });
    }
  }

  async #ask(username: string, password: string): Promise<User | undefined> {
    const { provider, bindPassword = '' } = this.#settings;
    await using connection = await connectLdap(this.#settings);
    const { client } = connection;
    if (provider.bind) await client.bind(provider.bind.dn, bindPassword);
    const found = await this.#find(client, username);
    // A name that nobody has takes a bind too, so that time does not tell.
    const isRight = await tryBind(client, found?.dn ?? nobodyBelow(provider.searchBase), password);
    return isRight ? found?.user : undefined;
  }

  async #find(client: Client, username: string): Promise<Candidate | undefined> {
    const { searchBase, subjectAttribute, displayNameAttribute } = this.#settings.provider;
    const { searchEntries } = await client.search(searchBase, {
      scope: 'sub',
      filter: filterFor(this.#settings, username),
      attributes: [subjectAttribute, displayNameAttribute],
      explicitBufferAttributes: [subjectAttribute],
      // One more than is wanted tells that there are several.
      sizeLimit: 2,
    });
    const [entry, another] = searchEntries;
    if (!entry || another || entry.dn === '') return undefined;
    this.#remember(username);
    return this.#candidate(entry);
  }

  #candidate(entry: Entry): Candidate | undefined {
    const { subjectAttribute, displayNameAttribute } = this.#settings.provider;
    const subject = subjectOfEntry(entry, subjectAttribute);
    if (subject === undefined) return undefined;
    const displayName = firstText(entry[displayNameAttribute]) ?? subject;
    const user = { subject: subjectOfUser(subject, this.name), displayName, provider: this.name };
    return { dn: entry.dn, user };
  }

  #remember(username: string): void {
    this.#known.delete(username);
    this.#known.add(username);
    const [oldest] = this.#known;
    if (this.#known.size > mostKnown && oldest !== undefined) this.#known.delete(oldest);
  }
}

/** The declared filter with the name in it, escaped by RFC 4515. */
function filterFor({ provider }: LdapSettings, username: string): string {
  return provider.searchFilter.replaceAll('{username}', () => Filter.escape(username));
}

function checkFilter(settings: LdapSettings): void {
  const { name, searchFilter } = settings.provider;
  const fault = !searchFilter.includes('{username}') || !isFilter(filterFor(settings, 'ada'));
  if (fault) throw new Error(`The searchFilter of ${name} is no LDAP filter with {username} in it.`);
}

function isFilter(text: string): boolean {
  try {
    FilterParser.parseString(text);
    return true;
  } catch {
    return false;
  }
}

function nobodyBelow(base: string): string {
  return [`cn=${randomUUID()}`, ...(base === '' ? [] : [base])].join(',');
}

async function tryBind(client: Client, dn: string, password: string): Promise<boolean> {
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    if (error instanceof ResultCodeError && refusals.has(error.code)) return false;
    throw error;
  }
}

function firstText(value: Entry[string] | undefined): string | undefined {
  const [first] = Array.isArray(value) ? value : [value];
  return typeof first === 'string' && first !== '' ? first : undefined;
}

/** Result codes and errors of the network; neither holds what was sent. */
function describe(error: unknown): string {
  if (error instanceof ResultCodeError) return `it answered with the result code ${error.code}`;
  const { message } = error instanceof Error ? error : new Error(String(error));
  return message.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '');
}
