import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setImmediate as otherWork } from 'node:timers/promises';
import type { Clock } from '#runtime/ports/clock.ts';
import { StoreError } from '#runtime/ports/token-store.ts';
import { startOfPeriod, type UsageQuery, type UsageSeries, type UsageSubject } from '#runtime/ports/usage.ts';
import type { UsageBatch, UsageIncrement, UsageStore } from '#runtime/ports/usage-store.ts';
import type { DatabaseSchema } from '../sqlite/database-schema.ts';
import { runOnDatabase, identifyFile, openStateDatabase } from '../sqlite/state-database.ts';
import { collectSeries, sortSeries } from './collect-series.ts';
import { outcomesOf } from './usage-outcomes.ts';
import { startOfRetention, rangeOf, usageSteps } from './usage-steps.ts';

/** The tables for usage; the application id reads "GWus". */
const usageTables: DatabaseSchema = {
  applicationId: 0x47577573,
  version: 1,
  tables: `
    CREATE TABLE subjects (
      id INTEGER PRIMARY KEY, application TEXT NOT NULL, api TEXT NOT NULL, key_set TEXT NOT NULL,
      UNIQUE (application, api, key_set)
    ) STRICT;
    CREATE INDEX subjects_by_api ON subjects (api);
    CREATE TABLE counts (
      subject INTEGER NOT NULL, step TEXT NOT NULL, start INTEGER NOT NULL, outcome TEXT NOT NULL, number REAL NOT NULL,
      PRIMARY KEY (subject, step, start, outcome)
    ) STRICT, WITHOUT ROWID;
  `,
};

/** The number of subjects whose expired counts are deleted with each batch, so that no batch takes long. */
const sweptSubjects = 5;

/** Stores the usage in a file, which several processes of one machine may share. Throws a StoreError. */
export function openSqliteUsage(file: string, clock: Clock): UsageStore {
  const database = openStateDatabase(file, usageTables);
  // From here on, `runOnDatabase` waits for locks.
  database.exec('PRAGMA busy_timeout = 0');
  return new SqliteUsage(file, database, clock);
}

class SqliteUsage implements UsageStore {
  readonly #file: string;
  readonly #identity: string | undefined;
  readonly #database: DatabaseSync;
  readonly #clock: Clock;
  readonly #statements: ReturnType<typeof prepareStatements>;
  /** The id of the subject that was swept last. */
  #swept = 0;

  constructor(file: string, database: DatabaseSync, clock: Clock) {
    this.#file = file;
    this.#identity = identifyFile(file);
    this.#database = database;
    this.#clock = clock;
    this.#statements = prepareStatements(database);
  }

  async add({ increments }: UsageBatch): Promise<void> {
    if (identifyFile(this.#file) !== this.#identity)
      throw new StoreError(
        `The state database ${this.#file} was moved, removed or replaced: restart the gateway.`,
      );
    await runOnDatabase(this.#file, () => this.#addAll(increments));
  }

  /** Reads one subject at a time, since reading a database delays calls. */
  async read(query: UsageQuery): Promise<readonly UsageSeries[]> {
    const series: UsageSeries[] = [];
    for (const { id, ...subject } of await runOnDatabase(this.#file, () => this.#findSubjects(query))) {
      series.push(await runOnDatabase(this.#file, () => this.#readSeries(id, subject, query)));
      await otherWork();
    }
    return sortSeries(series);
  }

  async close(): Promise<void> {
    if (this.#database.isOpen) this.#database.close();
  }

  #addAll(increments: readonly UsageIncrement[]): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      for (const increment of increments) this.#addOne(increment);
      this.#sweep();
      this.#database.exec('COMMIT');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  #addOne(increment: UsageIncrement): void {
    const { application, api, keySet, start } = increment;
    const [found] = this.#statements.addSubject.all({ application, api, keySet });
    const subject = Number(found?.['id']);
    const outcomes = [...outcomesOf(increment)];
    for (const step of usageSteps)
      for (const [outcome, number] of outcomes)
        this.#statements.addCount.run({ subject, step, start: startOfPeriod(step, start), outcome, number });
  }

  #sweep(): void {
    const next = this.#statements.nextSubjects.all({ after: this.#swept });
    for (const { id } of next) {
      const subject = Number(id);
      for (const step of usageSteps)
        this.#statements.removeCounts.run({ subject, step, before: startOfRetention(step, this.#clock()) });
      this.#statements.removeSubject.run({ subject });
    }
    this.#swept = Number(next.at(-1)?.['id'] ?? 0);
  }

  #findSubjects({
    applications,
    apis,
    keySet,
  }: UsageQuery): readonly (UsageSubject & { readonly id: number })[] {
    const conditions = [
      applications && 'application IN (SELECT value FROM json_each(:applications))',
      apis && 'api IN (SELECT value FROM json_each(:apis))',
      keySet && 'key_set = :keySet',
    ].filter((condition) => condition !== undefined);
    const values: Record<string, SQLInputValue> = {
      ...(applications && { applications: JSON.stringify(applications) }),
      ...(apis && { apis: JSON.stringify(apis) }),
      ...(keySet && { keySet }),
    };
    const rows = this.#database
      .prepare(`SELECT * FROM subjects WHERE ${conditions.join(' AND ')}`)
      .all(values);
    return rows.map(({ id, application, api, key_set: ofRow }) => ({
      id: Number(id),
      application: String(application),
      api: String(api),
      keySet: ofRow === 'sandbox' ? 'sandbox' : 'production',
    }));
  }

  #readSeries(subject: number, named: UsageSubject, query: UsageQuery): UsageSeries {
    const range = { ...rangeOf(query, this.#clock()), step: query.step, subject };
    const rows = this.#statements.readCounts.all(range);
    return collectSeries(
      named,
      rows.map(({ start, outcome, number }) => ({
        start: Number(start),
        outcome: String(outcome),
        number: Number(number),
      })),
    );
  }
}

function prepareStatements(database: DatabaseSync) {
  return {
    addSubject: database.prepare(
      `INSERT INTO subjects (application, api, key_set) VALUES (:application, :api, :keySet)
       ON CONFLICT DO UPDATE SET key_set = excluded.key_set
       RETURNING id`,
    ),
    addCount: database.prepare(
      `INSERT INTO counts (subject, step, start, outcome, number) VALUES (:subject, :step, :start, :outcome, :number)
       ON CONFLICT DO UPDATE SET
         number = CASE outcome WHEN 'limit' THEN max(number, excluded.number) ELSE number + excluded.number END`,
    ),
    readCounts: database.prepare(
      `SELECT start, outcome, number FROM counts
       WHERE subject = :subject AND step = :step AND start >= :from AND start < :until`,
    ),
    nextSubjects: database.prepare(
      `SELECT id FROM subjects WHERE id > :after ORDER BY id LIMIT ${sweptSubjects}`,
    ),
    removeCounts: database.prepare(
      'DELETE FROM counts WHERE subject = :subject AND step = :step AND start < :before',
    ),
    removeSubject: database.prepare(
      'DELETE FROM subjects WHERE id = :subject AND NOT EXISTS (SELECT 1 FROM counts WHERE subject = :subject)',
    ),
  };
}
