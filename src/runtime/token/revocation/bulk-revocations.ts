import type { Seconds } from '../../ports/token-store.ts';
import type { BulkRevocation } from './revocation-names.ts';

/** What a user was granted, or a login. */
export interface Granted {
  readonly subject: string;
  /** The consumer key of the client that it is for; absent where a login is looked at for no client in particular. */
  readonly clientId?: string;
  readonly issuedAt: Seconds;
}

interface Kept {
  readonly before: Seconds;
  readonly until: Seconds;
}

/** The bulk revocations in force, found by whom they are about. */
export class BulkRevocations {
  readonly #kept = new Map<string, Kept>();

  /** Of several revocations of the same user and client, the latest time counts until the last of them expires. */
  add({ keptSeconds, subject, clientId }: BulkRevocation, until: Seconds): void {
    const before = until - keptSeconds;
    const key = keyOf(subject, clientId);
    const known = this.#kept.get(key);
    this.#kept.set(key, {
      before: Math.max(before, known?.before ?? before),
      until: Math.max(until, known?.until ?? until),
    });
  }

  ends({ subject, clientId, issuedAt }: Granted): boolean {
    if (this.#kept.size === 0 || !subject.startsWith('user:')) return false;
    const keys = [keyOf(), keyOf(subject), keyOf(undefined, clientId), keyOf(subject, clientId)];
    return keys.some((key) => issuedAt < (this.#kept.get(key)?.before ?? 0));
  }

  sweep(now: Seconds): void {
    for (const [key, { until }] of this.#kept) if (until <= now) this.#kept.delete(key);
  }
}

/** No consumer key has a line break. */
function keyOf(subject = '', clientId = ''): string {
  return `${clientId}\n${subject}`;
}
