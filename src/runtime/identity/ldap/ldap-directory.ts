import { randomUUID } from 'node:crypto';
import { Filter, ResultCodeError, type Client, type Entry } from 'ldapts';
import { subjectOfUser, isSubjectName } from '#runtime/token/claims.ts';
import {
  UnavailableError,
  type CheckedUser,
  type PasswordDirectory,
  type UserCheck,
  type LoginEvidence,
  type LearnFacts,
  type User,
  type UserFacts,
} from '../identity.ts';
import { isLoopback } from '#runtime/requests/caller-address.ts';
import { reasonOf } from '../reason-of.ts';
import { isFilter } from './is-filter.ts';
import { RecentSet } from '../recent-set.ts';
import { ConcurrencyLimit } from '../concurrency-limit.ts';
import { connectLdap, type LdapSettings } from './connect-ldap.ts';
import { checkGroupFilter, findGroups } from './find-groups.ts';
import { textsIn } from './texts-in.ts';

/**
 * Bind result codes that concern the password or the account (RFC 4511 appendix A): constraint violation, no such
 * object, inappropriate authentication, invalid credentials, insufficient rights, unwilling.
 */
const refusals: ReadonlySet<number> = new Set([19, 32, 48, 49, 50, 53]);

/** The maximum number of found usernames that are remembered. */
const maxKnown = 1000;

/** A user whom the directory has found, before the password is checked. */
interface Candidate {
  readonly dn: string;
  readonly username: string;
  readonly user: User & { readonly facts: UserFacts };
}

/** Users of an LDAP directory: a search finds the entry, and a bind as that entry checks the password. */
export class LdapDirectory implements PasswordDirectory {
  readonly name: string;
  readonly userCheck: UserCheck;
  readonly #settings: LdapSettings;
  readonly #logins: ConcurrencyLimit;
  /** A separate queue, so that logins do not wait for rechecks. */
  readonly #rechecks: ConcurrencyLimit;
  readonly #known = new RecentSet(maxKnown);

  /**
   * Throws an error that names the provider if a filter is not valid, or passwords would be sent over a network
   * unencrypted.
   */
  constructor(settings: LdapSettings) {
    this.name = settings.provider.name;
    this.#settings = settings;
    const limit = (what: string) =>
      new ConcurrencyLimit(20, 256, `The directory ${this.name} has too many concurrent ${what}.`);
    this.#logins = limit('logins');
    this.#rechecks = limit('checks of users');
    const { recheckSeconds, maximumUncheckedSeconds } = settings.provider;
    const confirm: UserCheck['confirm'] = (subject, evidence, _, learn) =>
      this.#confirm(subject, evidence, learn);
    this.userCheck = { recheckSeconds, maximumUncheckedSeconds, confirm };
    checkTls(settings);
    checkFilter(settings);
    checkGroupFilter(settings);
  }

  knows(username: string): boolean {
    return this.#known.has(username);
  }

  async authenticate(username: string, password: string): Promise<User | undefined> {
    // A bind without a password succeeds without proving anything (RFC 4513 section 5.1.2).
    if (password === '') return undefined;
    return this.#inTurn(this.#logins, () => this.#authenticateNow(username, password));
  }

  /** Returns `removed` if a search for the username no longer finds exactly the user's entry. */
  async #confirm(
    subject: string,
    { username }: LoginEvidence,
    learn: LearnFacts = () => undefined,
  ): Promise<CheckedUser> {
    if (username === undefined) return 'unanswerable';
    return this.#inTurn(this.#rechecks, async () => {
      await using connection = await connectLdap(this.#settings);
      const { client } = connection;
      const found = await this.#search(client, username);
      if (found?.user.subject !== subject) return 'removed';
      learn((await this.#withGroups(client, found)).facts);
      return 'confirmed';
    });
  }

  async #inTurn<Result>(turns: ConcurrencyLimit, work: () => Promise<Result>): Promise<Result> {
    try {
      return await turns.run(work);
    } catch (error) {
      if (error instanceof UnavailableError) throw error;
      throw new UnavailableError(`The directory ${this.name} cannot be queried: ${answerOf(error)}.`, {
        cause: error,
      });
    }
  }

  async #authenticateNow(username: string, password: string): Promise<User | undefined> {
    await using connection = await connectLdap(this.#settings);
    const { client } = connection;
    const found = await this.#search(client, username);
    // An unknown name also causes a bind, so that the response time does not reveal it.
    const dn = found?.dn ?? unknownEntryBelow(this.#settings.provider.searchBase);
    const isRight = await tryBind(client, dn, password);
    if (!isRight || !found) return undefined;
    // Groups are searched only after a correct password, since an extra search would reveal which names are known.
    if (this.#settings.provider.groupSearch) await this.#bindAsReader(client);
    return { ...(await this.#withGroups(client, found)), evidence: { username } };
  }

  /** The user, with the groups that the declared group search finds. */
  async #withGroups(client: Client, { dn, username, user }: Candidate): Promise<Candidate['user']> {
    const { groupSearch } = this.#settings.provider;
    if (!groupSearch) return user;
    const found = await findGroups(client, groupSearch, { dn, username });
    return { ...user, facts: { ...user.facts, groups: [...user.facts.groups, ...found] } };
  }

  /** Searches as the declared account, if any. */
  async #search(client: Client, username: string): Promise<Candidate | undefined> {
    if (this.#settings.provider.bind) await this.#bindAsReader(client);
    return this.#find(client, username);
  }

  /** Binds anonymously if no account is declared (RFC 4513 section 5.1.1). */
  async #bindAsReader(client: Client): Promise<void> {
    const { provider, bindPassword = '' } = this.#settings;
    await client.bind(provider.bind?.dn ?? '', bindPassword);
  }

  async #find(client: Client, username: string): Promise<Candidate | undefined> {
    const { searchBase, subjectAttribute, displayNameAttribute, emailAttribute, groupAttribute } =
      this.#settings.provider;
    const { searchEntries } = await client.search(searchBase, {
      scope: 'sub',
      filter: filterFor(this.#settings, username),
      attributes: [...new Set([subjectAttribute, displayNameAttribute, emailAttribute, groupAttribute])],
      explicitBufferAttributes: [subjectAttribute],
      // Two entries are enough to detect an ambiguous name.
      sizeLimit: 2,
    });
    const [entry, another] = searchEntries;
    if (!entry || another || entry.dn === '') return undefined;
    this.#known.add(username);
    return this.#candidate(entry, username);
  }

  #candidate(entry: Entry, username: string): Candidate | undefined {
    const { subjectAttribute, displayNameAttribute, emailAttribute, groupAttribute } =
      this.#settings.provider;
    const subject = subjectOfEntry(entry, subjectAttribute);
    if (subject === undefined) return undefined;
    const [displayName = subject] = textsIn(entry, displayNameAttribute);
    const facts = {
      emails: textsIn(entry, emailAttribute).filter((text) => text.includes('@')),
      groups: textsIn(entry, groupAttribute),
    };
    const user = { subject: subjectOfUser(subject, this.name), displayName, facts, provider: this.name };
    return { dn: entry.dn, username, user };
  }
}

/** The declared filter with the escaped username (RFC 4515). */
function filterFor({ provider }: LdapSettings, username: string): string {
  return provider.searchFilter.replaceAll('{username}', () => Filter.escape(username));
}

function checkTls({ provider: { name, url, startTls } }: LdapSettings): void {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'ldaps:' || startTls || isLoopback(hostname)) return;
  throw new Error(`The url of ${name} must begin with ldaps:, or startTls must be true.`);
}

function checkFilter(settings: LdapSettings): void {
  const { name, searchFilter } = settings.provider;
  const isInvalid = !searchFilter.includes('{username}') || !isFilter(filterFor(settings, 'ada'));
  if (isInvalid)
    throw new Error(`The searchFilter of ${name} is not an LDAP filter that contains {username}.`);
}

function unknownEntryBelow(base: string): string {
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

function answerOf(error: unknown): string {
  return error instanceof ResultCodeError ? `it returned the result code ${error.code}` : reasonOf(error);
}

/**
 * Attributes with binary values. The attribute determines the encoding, never the value, since the text of one user may
 * equal the base64url of another user's bytes.
 */
const binaryAttributes = new Set(['objectguid', 'objectsid', 'guid', 'ms-ds-consistencyguid']);

/**
 * The identifier of an entry: text as it is, and the bytes of a binary attribute in base64url. Undefined unless the
 * attribute has exactly one value, which can identify a user. Throws an UnavailableError if the directory spells the
 * attribute differently.
 */
function subjectOfEntry(entry: Entry, attribute: string): string | undefined {
  checkSpelling(entry, attribute);
  const value = entry[attribute];
  const values = Array.isArray(value) ? value : [value];
  const [bytes] = values;
  if (values.length !== 1 || !Buffer.isBuffer(bytes) || bytes.length === 0) return undefined;
  return binaryAttributes.has(attribute.toLowerCase()) ? bytes.toString('base64url') : textOf(bytes);
}

/** Requires the declared spelling, since the client returns bytes only for an attribute whose name matches exactly. */
function checkSpelling(entry: Entry, attribute: string): void {
  const spelled = Object.keys(entry).find((name) => name.toLowerCase() === attribute.toLowerCase());
  if (spelled === undefined || spelled === attribute) return;
  throw new UnavailableError(
    `The directory spells ${attribute} as ${spelled}: write \`subjectAttribute: ${spelled}\`.`,
  );
}

function textOf(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) && isSubjectName(text) ? text : undefined;
}
