import type { DatabaseSync } from 'node:sqlite';
import type { Digest } from '#compiled/digest.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import {
  rotationGraceSeconds,
  StoreError,
  type AuthorizationCode,
  type CodeTimes,
  type GrantId,
  type ListedGrant,
  type RefreshTimes,
  type RevocationListener,
  type Rotation,
  type Seconds,
  type StoredGrant,
  type StoredLogin,
  type TokenStore,
} from '#runtime/ports/token-store.ts';
import { runOnDatabase, identifyFile, explainDatabase, openStateDatabase } from './state-database.ts';
import { SqliteGrants } from './sqlite-grants.ts';
import { SqliteRevocations } from './sqlite-revocations.ts';

/** How often expired records are deleted, in milliseconds. */
const sweepEveryMs = 10_000;

/** How often writes are flushed to disk, and the file is checked to exist, in milliseconds. */
const writeThroughEveryMs = 1000;
const lookEveryMs = 1000;

/** Stores everything in a file, which several processes of one machine may share. Throws a StoreError. */
export function openSqliteStore(file: string, clock: Clock): TokenStore {
  const database = openStateDatabase(file);
  try {
    const store = explainDatabase(file, () => new SqliteStore(file, database, clock));
    // From here on, the store waits for locks, not SQLite.
    database.exec('PRAGMA busy_timeout = 0');
    return store;
  } catch (error) {
    database.close();
    throw error;
  }
}

class SqliteStore implements TokenStore {
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #clock: Clock;
  readonly #statements: ReturnType<typeof prepareStatements>;
  readonly #revocations: SqliteRevocations;
  readonly #grants: SqliteGrants;
  readonly #timers: readonly NodeJS.Timeout[];
  readonly #identity: string | undefined;
  #hasWritten = false;
  #isMoved = false;

  constructor(file: string, database: DatabaseSync, clock: Clock) {
    this.#file = file;
    this.#identity = identifyFile(file);
    this.#database = database;
    this.#clock = clock;
    this.#statements = prepareStatements(database);
    this.#sweep();
    this.#revocations = new SqliteRevocations(database);
    this.#grants = new SqliteGrants(database);
    this.#timers = [
      every(sweepEveryMs, () => this.#sweep()),
      every(writeThroughEveryMs, () => this.#writeThrough()),
      every(lookEveryMs, () => (this.#isMoved = identifyFile(file) !== this.#identity)),
    ];
  }

  async putCode(code: Digest, record: AuthorizationCode, { expiresAt, forgetAt }: CodeTimes): Promise<void> {
    await this.#write(() =>
      this.#statements.putCode.run({
        code,
        record: JSON.stringify(record),
        clientId: record.clientId,
        expiresAt,
        forgetAt,
        now: this.#now(),
      }),
    );
  }

  async takeCode(code: Digest, clientId: string) {
    const values = { code, clientId, now: this.#now() };
    // `all` runs a statement to its end, including its commit; `get` would not see a commit that fails.
    const [taken] = await this.#write(() => this.#statements.takeCode.all(values));
    const [row] = taken ? [taken] : await this.#query(() => this.#statements.findTakenCode.all(values));
    if (!row) return undefined;
    return { first: taken !== undefined, record: JSON.parse(String(row['record'])) as AuthorizationCode };
  }

  async openGrant(grant: StoredGrant, token: Digest, { idleUntil, endsAt }: RefreshTimes): Promise<void> {
    await this.#write(() =>
      this.#statements.openGrant.run({
        id: grant.id,
        grant: JSON.stringify(grant),
        token,
        idleUntil,
        endsAt,
        now: this.#now(),
      }),
    );
  }

  async findGrant(id: GrantId, token: Digest) {
    const chain = await this.#findChain(id);
    if (!chain) return undefined;
    return {
      grant: JSON.parse(String(chain['grant_record'])) as StoredGrant,
      isCurrent: chain['current'] === token,
      idleUntil: Number(chain['idle_until']),
    };
  }

  listGrants(subject?: string): AsyncIterable<ListedGrant> {
    return this.#grants.list(
      subject,
      () => this.#now(),
      (work) => this.#query(work),
    );
  }

  async putLogin(id: string, { checkedAt, evidence }: StoredLogin, until: Seconds): Promise<void> {
    await this.#write(() => this.#statements.putLogin.run({ id, checkedAt, evidence, until }));
  }

  async findLogin(id: string): Promise<StoredLogin | undefined> {
    const [found] = await this.#query(() => this.#statements.findLogin.all({ id, now: this.#now() }));
    return found && { checkedAt: Number(found['checked_at']), evidence: String(found['evidence']) };
  }

  async rotate(id: GrantId, from: Digest, to: Digest, idleUntil: Seconds): Promise<Rotation> {
    const now = this.#now();
    const [rotated] = await this.#write(() => this.#statements.rotate.all({ id, from, to, idleUntil, now }));
    if (rotated) return 'rotated';
    const chain = await this.#findChain(id);
    // The chain may have been opened after the update.
    if (!chain || chain['current'] === from) return 'unknown';
    const isRace = chain['previous'] === from && now < Number(chain['rotated_at']) + rotationGraceSeconds;
    return isRace ? 'raced' : 'replayed';
  }

  async claim(identifier: Digest, until: Seconds): Promise<boolean> {
    const values = { identifier, until, now: this.#now() };
    return (await this.#write(() => this.#statements.claim.all(values))).length > 0;
  }

  async endClaim(identifier: Digest, until: Seconds): Promise<void> {
    const values = { identifier, until, now: this.#now() };
    await this.#write(() => this.#statements.endClaim.run(values));
  }

  revoke(id: GrantId, until: Seconds): Promise<void> {
    return this.#revocations.revoke(id, until, (work) => this.#write(work));
  }

  async revocations(): Promise<ReadonlyMap<GrantId, Seconds>> {
    const rows = await this.#query(() => this.#statements.listRevocations.all({ now: this.#now() }));
    return new Map(rows.map(({ id, until }) => [String(id), Number(until)]));
  }

  onRevoked(listener: RevocationListener): () => void {
    return this.#revocations.listen(listener);
  }

  async close(): Promise<void> {
    if (!this.#database.isOpen) return;
    for (const timer of this.#timers) clearInterval(timer);
    this.#revocations.close();
    this.#database.close();
  }

  async #findChain(id: GrantId) {
    const [chain] = await this.#query(() => this.#statements.findChain.all({ id, now: this.#now() }));
    return chain;
  }

  #write<Value>(work: () => Value): Promise<Value> {
    this.#hasWritten = true;
    return this.#query(work);
  }

  /**
   * Runs a task on the database. Rejects if the file was moved or deleted: its data would be lost, and invisible to
   * other processes.
   */
  async #query<Value>(work: () => Value): Promise<Value> {
    if (!this.#isMoved) return runOnDatabase(this.#file, work);
    throw new StoreError(
      `The state database ${this.#file} cannot be used: it was moved, removed or replaced: restart the gateway.`,
    );
  }

  #now(): Seconds {
    return this.#clock() / 1000;
  }

  #sweep(): void {
    const now = this.#now();
    for (const statement of this.#statements.sweep) statement.run({ now });
  }

  /**
   * Flushes the log of writes to disk with a checkpoint, so that a power cut loses only the writes of the last second.
   */
  #writeThrough(): void {
    if (!this.#hasWritten) return;
    this.#hasWritten = false;
    this.#database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  }
}

function prepareStatements(database: DatabaseSync) {
  return {
    putCode: database.prepare(
      `INSERT INTO codes (digest, record, client_id, expires_at, forget_at)
       VALUES (:code, :record, :clientId, :expiresAt, :forgetAt)
       ON CONFLICT DO UPDATE SET record = excluded.record, client_id = excluded.client_id,
         expires_at = excluded.expires_at, forget_at = excluded.forget_at, is_taken = 0
       WHERE forget_at <= :now`,
    ),
    takeCode: database.prepare(
      `UPDATE codes SET is_taken = 1
       WHERE digest = :code AND client_id = :clientId AND is_taken = 0 AND expires_at > :now AND forget_at > :now
       RETURNING record`,
    ),
    findTakenCode: database.prepare(
      `SELECT record FROM codes
       WHERE digest = :code AND client_id = :clientId AND is_taken = 1 AND forget_at > :now`,
    ),
    openGrant: database.prepare(
      `INSERT INTO chains (id, grant_record, current, rotated_at, idle_until, ends_at)
       SELECT :id, :grant, :token, :now, :idleUntil, :endsAt
       WHERE NOT EXISTS (SELECT 1 FROM revocations WHERE id = :id AND until > :now)
       ON CONFLICT DO UPDATE SET grant_record = excluded.grant_record, current = excluded.current, previous = NULL,
         rotated_at = excluded.rotated_at, idle_until = excluded.idle_until, ends_at = excluded.ends_at
       WHERE min(idle_until, ends_at) <= :now`,
    ),
    findChain: database.prepare('SELECT * FROM chains WHERE id = :id AND min(idle_until, ends_at) > :now'),
    putLogin: database.prepare(
      `INSERT INTO logins (id, checked_at, evidence, until) VALUES (:id, :checkedAt, :evidence, :until)
       ON CONFLICT DO UPDATE SET checked_at = excluded.checked_at, evidence = excluded.evidence, until = excluded.until`,
    ),
    findLogin: database.prepare('SELECT checked_at, evidence FROM logins WHERE id = :id AND until > :now'),
    rotate: database.prepare(
      `UPDATE chains SET previous = current, current = :to, rotated_at = :now, idle_until = :idleUntil
       WHERE id = :id AND current = :from AND min(idle_until, ends_at) > :now
       RETURNING id`,
    ),
    claim: database.prepare(
      `INSERT INTO claims (identifier, until) VALUES (:identifier, :until)
       ON CONFLICT DO UPDATE SET until = excluded.until WHERE until <= :now
       RETURNING until`,
    ),
    endClaim: database.prepare(
      'UPDATE claims SET until = :until WHERE identifier = :identifier AND until > :now',
    ),
    listRevocations: database.prepare('SELECT id, until FROM revocations WHERE until > :now'),
    sweep: [
      'codes WHERE forget_at <= :now',
      'chains WHERE min(idle_until, ends_at) <= :now',
      'logins WHERE until <= :now',
      'claims WHERE until <= :now',
      'revocations WHERE until <= :now',
    ].map((rows) => database.prepare(`DELETE FROM ${rows}`)),
  };
}

/** Repeats an operation and ignores errors: the next method call fails in the same way, and reports it to its caller. */
function every(ms: number, work: () => void): NodeJS.Timeout {
  const attempt = (): void => {
    try {
      work();
    } catch {
      // The methods report the problem.
    }
  };
  return setInterval(attempt, ms).unref();
}
