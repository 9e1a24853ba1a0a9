import { randomUUID } from 'node:crypto';
import type { GrantId, RevocationListener, Seconds } from '#runtime/ports/token-store.ts';
import { RedisConnection } from './redis-connection.ts';

/**
 * How long a revocation waits for the other processes, and how long a failed listing waits before it is repeated, in
 * milliseconds.
 */
const timeoutMs = 1000;
const resyncAfterMs = 500;

interface Awaited {
  answers: number;
  /** Set when the revocation has been published. */
  subscribers?: number;
  readonly allAcknowledged: () => void;
}

/** Notifies the listeners of every process of the revocations that any process with the same database publishes. */
export class RedisRevocations {
  readonly #commands: RedisConnection;
  readonly #subscriber: RedisConnection;
  readonly #list: () => Promise<ReadonlyMap<GrantId, Seconds>>;
  readonly #listeners = new Set<RevocationListener>();
  /** Identifies this process to the others. */
  readonly #id = randomUUID();
  readonly #database: number;
  readonly #awaited = new Map<string, Awaited>();
  #resyncTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  private constructor(
    commands: RedisConnection,
    subscriber: RedisConnection,
    list: () => Promise<ReadonlyMap<GrantId, Seconds>>,
  ) {
    this.#commands = commands;
    this.#subscriber = subscriber;
    this.#database = commands.database;
    this.#list = list;
  }

  /** Subscribes over a separate connection. `list` lists all revocations in force. Rejects with a StoreError. */
  static async open(
    url: string,
    commands: RedisConnection,
    list: () => Promise<ReadonlyMap<GrantId, Seconds>>,
  ): Promise<RedisRevocations> {
    const subscriber = await RedisConnection.open(url);
    const revocations = new RedisRevocations(commands, subscriber, list);
    try {
      await subscriber.send(async (client) => {
        await client.subscribe(revocations.#revokedChannel, (message) => revocations.#hear(message));
        await client.subscribe(revocations.#answerChannel(revocations.#id), (note) =>
          revocations.#count(note),
        );
      });
      for (const { client } of [subscriber, commands]) client.on('ready', () => void revocations.#resync());
      return revocations;
    } catch (error) {
      subscriber.close();
      throw error;
    }
  }

  listen(listener: RevocationListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Announces a revocation to every process, and resolves when all of them have acknowledged it, or after the timeout.
   * `publish` writes the revocation, publishes the message to the channel, and resolves with the number of subscribers.
   */
  async announce(
    id: GrantId,
    until: Seconds,
    publish: (channel: string, message: string) => Promise<number>,
  ): Promise<void> {
    const note = randomUUID();
    const { promise, resolve } = Promise.withResolvers<void>();
    const awaited: Awaited = { answers: 0, allAcknowledged: resolve };
    this.#awaited.set(note, awaited);
    const timer = setTimeout(resolve, timeoutMs);
    try {
      awaited.subscribers = await publish(this.#revokedChannel, [this.#id, note, until, id].join(' '));
      this.#notifyListeners(id, until);
      if (awaited.answers < awaited.subscribers) await promise;
    } finally {
      clearTimeout(timer);
      this.#awaited.delete(note);
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#resyncTimer);
    for (const { allAcknowledged } of this.#awaited.values()) allAcknowledged();
    this.#subscriber.close();
  }

  /** One channel for each database: the databases of a server share their channels, but not their keys. */
  get #revokedChannel(): string {
    return `gatewright:revoked:${this.#database}`;
  }

  #answerChannel(id: string): string {
    return `gatewright:told:${this.#database}:${id}`;
  }

  #hear(message: string): void {
    const [sender = '', note = '', until, ...rest] = message.split(' ');
    if (!Number.isFinite(Number(until)) || rest.length === 0) return;
    this.#notifyListeners(rest.join(' '), Number(until));
    // If this fails, the sender stops waiting at its timeout.
    this.#commands.send((client) => client.publish(this.#answerChannel(sender), note)).catch(() => undefined);
  }

  #count(note: string): void {
    const awaited = this.#awaited.get(note);
    if (!awaited) return;
    awaited.answers += 1;
    if (awaited.subscribers !== undefined && awaited.answers >= awaited.subscribers)
      awaited.allAcknowledged();
  }

  #notifyListeners(id: GrantId, until: Seconds): void {
    for (const listener of this.#listeners) listener(id, until);
  }

  /** Reads all revocations: those that were published while the connection was lost were not received here. */
  async #resync(): Promise<void> {
    clearTimeout(this.#resyncTimer);
    try {
      for (const [id, until] of await this.#list()) this.#notifyListeners(id, until);
    } catch {
      if (this.#isClosed) return;
      this.#resyncTimer = setTimeout(() => void this.#resync(), resyncAfterMs).unref();
    }
  }
}
