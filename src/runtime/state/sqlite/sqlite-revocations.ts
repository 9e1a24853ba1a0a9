import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { GrantId, RevocationListener, Seconds } from '#runtime/ports/token-store.ts';
import { readNumber } from './state-database.ts';

/** How often a process reads the revocations of others, in milliseconds. */
const pollEveryMs = 50;

/** How long a revocation waits for the other processes, in milliseconds. */
const timeoutMs = 1000;
const recheckEveryMs = 10;

type Write = <Value>(work: () => Value) => Promise<Value>;

/**
 * The revocations in a state database. Writes them, and passes them to the listeners of every process that has the
 * database open.
 */
export class SqliteRevocations {
  readonly #database: DatabaseSync;
  readonly #statements: ReturnType<typeof prepareStatements>;
  readonly #listeners = new Set<RevocationListener>();
  readonly #id = randomUUID();
  readonly #timer: NodeJS.Timeout;
  /**
   * The last revocation that was passed to the listeners of this process, and the last one that the database records as
   * passed.
   */
  #delivered: number;
  #acknowledged: number | undefined;
  #dataVersion: unknown;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#statements = prepareStatements(database);
    this.#delivered = readNumber(
      database,
      "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'revocations'",
    );
    this.#deliverNew();
    this.#timer = setInterval(() => this.#poll(), pollEveryMs).unref();
  }

  listen(listener: RevocationListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Writes a revocation, and resolves when all processes have received it. `write` runs a task, retries it while other
   * processes hold a lock, and explains errors.
   */
  async revoke(id: GrantId, until: Seconds, write: Write): Promise<void> {
    const sequence = await write(() => this.#writeThrough(id, until));
    await write(() => this.#deliverNew());
    await this.#waitForOthers(sequence, write);
  }

  close(): void {
    clearInterval(this.#timer);
    try {
      this.#statements.forgetListener.run({ id: this.#id });
    } catch {
      // The first revocation that this process does not acknowledge deletes its row.
    }
  }

  /**
   * Writes a revocation and flushes it to disk before other processes see it: a power cut must not make a token valid
   * again.
   */
  #writeThrough(id: GrantId, until: Seconds): number {
    this.#database.exec('PRAGMA synchronous = FULL');
    try {
      return this.#writeBoth(id, until);
    } finally {
      this.#database.exec('PRAGMA synchronous = NORMAL');
    }
  }

  #writeBoth(id: GrantId, until: Seconds): number {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const [written] = this.#statements.revoke.all({ id, until });
      this.#statements.endChain.run({ id });
      this.#database.exec('COMMIT');
      return Number(written?.['sequence']);
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  #poll(): void {
    try {
      const version = this.#statements.dataVersion.get()?.['data_version'];
      if (version === this.#dataVersion) return;
      this.#deliverNew();
      this.#dataVersion = version;
    } catch {
      // The next poll tries again, and the next method call reports the problem to its caller.
    }
  }

  #deliverNew(): void {
    for (const { sequence, id, until } of this.#statements.listNew.all({ delivered: this.#delivered })) {
      for (const listener of this.#listeners) listener(String(id), Number(until));
      this.#delivered = Number(sequence);
    }
    if (this.#acknowledged === this.#delivered) return;
    this.#statements.acknowledge.run({ id: this.#id, delivered: this.#delivered });
    this.#acknowledged = this.#delivered;
  }

  /**
   * Waits until the other processes have read the revocation. A process that does not acknowledge it in time is no
   * longer waited for until it reads again.
   */
  async #waitForOthers(sequence: number, write: Write): Promise<void> {
    for (let waited = 0; waited < timeoutMs; waited += recheckEveryMs) {
      const late = await write(() => this.#statements.listLate.all({ sequence }));
      if (late.length === 0) return;
      await new Promise((resolve) => setTimeout(resolve, recheckEveryMs));
    }
    await write(() => this.#statements.forgetLate.run({ sequence }));
  }
}

function prepareStatements(database: DatabaseSync) {
  return {
    revoke: database.prepare(
      `INSERT OR REPLACE INTO revocations (id, until)
       VALUES (:id, max(:until, coalesce((SELECT until FROM revocations WHERE id = :id), :until)))
       RETURNING sequence`,
    ),
    endChain: database.prepare('DELETE FROM chains WHERE id = :id'),
    listNew: database.prepare(
      'SELECT sequence, id, until FROM revocations WHERE sequence > :delivered ORDER BY sequence',
    ),
    dataVersion: database.prepare('PRAGMA data_version'),
    acknowledge: database.prepare(
      'INSERT INTO listeners (id, told) VALUES (:id, :delivered) ON CONFLICT DO UPDATE SET told = excluded.told',
    ),
    listLate: database.prepare('SELECT id FROM listeners WHERE told < :sequence LIMIT 1'),
    forgetLate: database.prepare('DELETE FROM listeners WHERE told < :sequence'),
    forgetListener: database.prepare('DELETE FROM listeners WHERE id = :id'),
  };
}
