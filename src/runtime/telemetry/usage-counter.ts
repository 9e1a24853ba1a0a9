import type { KeySetName } from '#compiled/manifest.ts';
import type { EndedCall } from '#runtime/gateway/call.ts';
import type { ServedApi } from '#runtime/gateway/generation/served-api.ts';
import type { CallSource } from '#runtime/ports/access-log.ts';
import {
  statusClasses,
  type StatusClass,
  type UsageCounts,
  type UsageSubject,
} from '#runtime/ports/usage.ts';
import type { ErrorCode } from '#compiled/answers/error-codes.ts';
import { apiKey } from '#compiled/api-key.ts';
import { statusOf } from './call-outcome.ts';

type Client = NonNullable<EndedCall['client']>;

/** Calls of one subject since the counts were last taken. */
export type CountedUsage = UsageSubject & UsageCounts;

/**
 * Counts the calls of the declared applications in one thread. Since the last reading, there is an entry for each
 * subscription and key set that was used, for the calls of each application without a subscription, and for the calls
 * of public operations of each API, so that the declarations bound the number of entries.
 */
export class UsageCounter {
  /** The entries by objects of generations, which are faster to look up than names. */
  #entries = new Map<Client | undefined, Map<ServedApi | undefined, UsageEntry>>();

  /** Counts a call that has ended; `source` is absent if a client has sent it. */
  ended(call: EndedCall, source?: CallSource): void {
    const { client, api, subscription, operation } = call;
    const isPublic = operation?.access === 'public';
    // It is unknown who has made the call, and whether an operation was called.
    if (!client && !isPublic) return;
    const counted = subscription || isPublic ? api : undefined;
    const entry = this.#entries.get(client)?.get(counted) ?? this.#open(client, counted);
    entry.count(call, source);
  }

  /**
   * Returns the counts since the last reading, and resets them. A subject may occur several times, once for each
   * generation.
   */
  take(): readonly CountedUsage[] {
    const taken = [...this.#entries.values()].flatMap((ofClient) => [...ofClient.values()]);
    this.#entries = new Map();
    return taken.map((entry) => entry.read());
  }

  #open(client: Client | undefined, api: ServedApi | undefined): UsageEntry {
    const ofClient = this.#entries.get(client) ?? new Map<ServedApi | undefined, UsageEntry>();
    const entry = new UsageEntry(client, api);
    this.#entries.set(client, ofClient.set(api, entry));
    return entry;
  }
}

class UsageEntry {
  readonly #application: string;
  readonly #api: string;
  readonly #keySet: KeySetName;
  #requests = 0;
  #fromConsole = 0;
  /** Negative until a call has a limit. */
  #limitUsed = -1;
  /** Responses by the first digit of the status. */
  readonly #responses = [0, 0, 0, 0, 0, 0];
  readonly #rejections = new Map<ErrorCode, number>();

  constructor(client: Client | undefined, api: ServedApi | undefined) {
    this.#application = client?.application.name ?? '';
    this.#api = api ? apiKey(api.manifest) : '';
    this.#keySet = client?.keySet ?? 'production';
  }

  count(call: EndedCall, source: CallSource | undefined): void {
    const { rejected, responseStartedAt, limitUsed } = call;
    this.#requests += 1;
    if (source === 'console') this.#fromConsole += 1;
    if (limitUsed > this.#limitUsed) this.#limitUsed = limitUsed;
    if (rejected !== undefined) this.#rejections.set(rejected, (this.#rejections.get(rejected) ?? 0) + 1);
    else if (responseStartedAt > 0) this.#countResponse(statusOf(call));
  }

  read(): CountedUsage {
    return {
      application: this.#application,
      api: this.#api,
      keySet: this.#keySet,
      requests: this.#requests,
      rejections: Object.fromEntries(this.#rejections),
      responses: this.#readResponses(),
      fromConsole: this.#fromConsole,
      limitUsed: this.#limitUsed < 0 ? undefined : this.#limitUsed,
    };
  }

  #countResponse(status: number): void {
    const digit = Math.trunc(status / 100);
    if (digit < this.#responses.length) this.#responses[digit] = (this.#responses[digit] ?? 0) + 1;
  }

  #readResponses(): Partial<Record<StatusClass, number>> {
    const counted = statusClasses.map((name, index) => [name, this.#responses[index + 1] ?? 0] as const);
    return Object.fromEntries(counted.filter(([, number]) => number > 0));
  }
}
