import type { Clock } from '#runtime/ports/clock.ts';
import type { GrantId, RevocationListener, Seconds } from '#runtime/ports/token-store.ts';
import { nameWholeLogin, readBulkRevocation, type BulkRevocation } from './revocation-names.ts';

/** An issued credential: a token, a grant, or a session. */
interface Issued extends Granted {
  readonly grantId: GrantId;
  /** The login that it comes from, if known. */
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

  /** Whether this very grant is revoked, or this session. */
  has(id: GrantId): boolean {
    // Usually the map is empty, and reading its size is cheaper than a lookup.
    return this.#until.size > 0 && this.#until.has(id);
  }

  /** Whether a login was revoked together with its session, codes, grants and tokens. */
  hasLogin(loginId: string): boolean {
    return this.has(nameWholeLogin(loginId));
  }

  /** Whether anything revokes it: its grant, its login, or all that its user or its client was granted before. */
  ends(issued: Issued): boolean {
    if (this.#until.size === 0) return false;
    const { grantId, loginId } = issued;
    if (this.#until.has(grantId) || (loginId !== undefined && this.hasLogin(loginId))) return true;
    return this.#bulk.ends(issued);
  }

  /**
   * The time before which everything that a user was granted is revoked, for one client if one is given; 0 if nothing
   * is. It may be a little later than now, see `clockDifferenceSeconds`: a login of now has at least this time.
   */
  grantedBefore(granted: Omit<Granted, 'issuedAt'>): Seconds {
    return this.#until.size === 0 ? 0 : this.#bulk.before(granted);
  }

  /** The latest time that a bulk revocation may have given to a login of these holders; 0 if none has. */
  latestBefore(holder: Holder): Seconds {
    return this.#bulk.latestBefore(holder);
  }

  /** Until then a revoked credential could otherwise be valid. */
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

/** One user or all, by one client or all. */
type Holder = Pick<BulkRevocation, 'subject' | 'clientId'>;

/** A user's grant, or a login. */
interface Granted {
  readonly subject: string;
  /** The consumer key of the client that it is for; absent if a login is checked for no specific client. */
  readonly clientId?: string;
  readonly issuedAt: Seconds;
}

interface Kept extends Holder {
  readonly before: Seconds;
  readonly until: Seconds;
}

/** The bulk revocations in force, found by whom they are about. */
class BulkRevocations {
  readonly #kept = new Map<string, Kept>();

  /** Of several revocations of the same user and client, the latest time counts until the last of them expires. */
  add({ keptSeconds, subject, clientId }: BulkRevocation, until: Seconds): void {
    const before = until - keptSeconds;
    const key = keyOf(subject, clientId);
    const known = this.#kept.get(key);
    this.#kept.set(key, {
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
    if (this.#kept.size === 0 || !subject.startsWith('user:')) return 0;
    const keys = [keyOf(), keyOf(subject), keyOf(undefined, clientId), keyOf(subject, clientId)];
    return Math.max(...keys.map((key) => this.#kept.get(key)?.before ?? 0));
  }

  latestBefore({ subject, clientId }: Holder): Seconds {
    const met = [...this.#kept.values()].filter(
      (kept) => meet(kept.subject, subject) && meet(kept.clientId, clientId),
    );
    return met.reduce((latest, { before }) => Math.max(latest, before), 0);
  }

  sweep(now: Seconds): void {
    for (const [key, { until }] of this.#kept) if (until <= now) this.#kept.delete(key);
  }
}

/** Whether something belongs to both, where absent means all. */
function meet(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

/** No consumer key has a line break. */
function keyOf(subject = '', clientId = ''): string {
  return `${clientId}\n${subject}`;
}
