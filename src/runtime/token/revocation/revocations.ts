import type { Clock } from '#runtime/ports/clock.ts';
import type { GrantId, RevocationListener, Seconds } from '#runtime/ports/token-store.ts';
import { nameWholeLogin, readBulkRevocation, type BulkRevocation } from './revocation-names.ts';

/** An issued credential: a token, a grant, or a session. */
interface Issued extends Granted {
  readonly grantId: GrantId;
  /** The login for which it was issued, if known. */
  readonly loginId?: string | undefined;
}

/** The revocations that this process knows, checked at every call. */
export class Revocations {
  readonly #until = new Map<GrantId, Seconds>();
  readonly #bulk = new BulkRevocations();
  readonly #clock: Clock;
  #sweptAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether this grant or session itself is revoked. */
  has(id: GrantId): boolean {
    // Fast path: the map is usually empty, and reading its size is cheaper than a lookup.
    return this.#until.size > 0 && this.#until.has(id);
  }

  /** Whether a login was revoked together with its session, codes, grants and tokens. */
  hasLogin(loginId: string): boolean {
    return this.has(nameWholeLogin(loginId));
  }

  /** Whether a credential is revoked: by its grant, its login, or a bulk revocation of its user or its client. */
  ends(issued: Issued): boolean {
    if (this.#until.size === 0) return false;
    const { grantId, loginId } = issued;
    if (this.#until.has(grantId) || (loginId !== undefined && this.hasLogin(loginId))) return true;
    return this.#bulk.ends(issued);
  }

  /**
   * The time before which everything that a user was granted is revoked, for one client if one is given; 0 if nothing
   * is revoked. It may be slightly in the future, see `clockDifferenceSeconds`: a login that happens now gets at least
   * this time.
   */
  grantedBefore(granted: Omit<Granted, 'issuedAt'>): Seconds {
    return this.#until.size === 0 ? 0 : this.#bulk.before(granted);
  }

  /**
   * The latest time that a bulk revocation may have given to a login of these holders; 0 if no revocation affects them.
   */
  latestBefore(holder: Holder): Seconds {
    return this.#bulk.latestBefore(holder);
  }

  /** Adds a revocation. It is needed until the time `until`, since the credential is invalid after that in any case. */
  readonly add: RevocationListener = (id, until) => {
    const latest = Math.max(until, this.#until.get(id) ?? 0);
    this.#until.set(id, latest);
    const bulk = readBulkRevocation(id);
    if (bulk) this.#bulk.add(bulk, latest);
    const now = this.#clock() / 1000;
    if (now - this.#sweptAt < 60) return;
    this.#sweptAt = now;
    for (const [other, end] of this.#until) if (end <= now) this.#until.delete(other);
    this.#bulk.sweep(now);
  };
}

/** One user or all users, with one client or all clients. */
type Holder = Pick<BulkRevocation, 'subject' | 'clientId'>;

/** A user's grant, or a login. */
interface Granted {
  readonly subject: string;
  /**
   * The consumer key of the client that it was issued to; absent for a login that is checked for no specific client.
   */
  readonly clientId?: string;
  readonly issuedAt: Seconds;
}

interface BulkEntry extends Holder {
  readonly before: Seconds;
  readonly until: Seconds;
}

/** The bulk revocations in force, by the user and the client that they affect. */
class BulkRevocations {
  readonly #entries = new Map<string, BulkEntry>();

  /** If several revocations affect the same user and client, the latest time applies until the last of them expires. */
  add({ retentionSeconds, subject, clientId }: BulkRevocation, until: Seconds): void {
    const before = until - retentionSeconds;
    const key = keyOf(subject, clientId);
    const known = this.#entries.get(key);
    this.#entries.set(key, {
      subject,
      clientId,
      before: Math.max(before, known?.before ?? before),
      until: Math.max(until, known?.until ?? until),
    });
  }

  ends({ issuedAt, ...granted }: Granted): boolean {
    return issuedAt < this.before(granted);
  }

  before({ subject, clientId }: Omit<Granted, 'issuedAt'>): Seconds {
    if (this.#entries.size === 0 || !subject.startsWith('user:')) return 0;
    const keys = [keyOf(), keyOf(subject), keyOf(undefined, clientId), keyOf(subject, clientId)];
    return Math.max(...keys.map((key) => this.#entries.get(key)?.before ?? 0));
  }

  latestBefore({ subject, clientId }: Holder): Seconds {
    const met = [...this.#entries.values()].filter(
      (entry) => meet(entry.subject, subject) && meet(entry.clientId, clientId),
    );
    return met.reduce((latest, { before }) => Math.max(latest, before), 0);
  }

  sweep(now: Seconds): void {
    for (const [key, { until }] of this.#entries) if (until <= now) this.#entries.delete(key);
  }
}

/** Whether two values can be the same; undefined means any value. */
function meet(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

/** The key is unambiguous, since no consumer key contains a line break. */
function keyOf(subject = '', clientId = ''): string {
  return `${clientId}\n${subject}`;
}
