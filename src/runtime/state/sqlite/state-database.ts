import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { statSync } from 'node:fs';
import { StoreError } from '#runtime/ports/token-store.ts';
import type { DatabaseSchema } from './database-schema.ts';
import { explainSqlite, isBusy } from './explain-sqlite.ts';

const tokenTableStatements = `
  CREATE TABLE codes (
    digest TEXT PRIMARY KEY, record TEXT NOT NULL, client_id TEXT NOT NULL, expires_at REAL NOT NULL,
    forget_at REAL NOT NULL, is_taken INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX codes_by_end ON codes (forget_at);
  CREATE TABLE chains (
    id TEXT PRIMARY KEY, grant_record TEXT NOT NULL, current TEXT NOT NULL, previous TEXT, rotated_at REAL NOT NULL,
    idle_until REAL NOT NULL, ends_at REAL NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX chains_by_end ON chains (min(idle_until, ends_at));
  CREATE TABLE claims (identifier TEXT PRIMARY KEY, until REAL NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX claims_by_end ON claims (until);
  CREATE TABLE revocations (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, until REAL NOT NULL
  ) STRICT;
  CREATE INDEX revocations_by_end ON revocations (until);
  CREATE TABLE listeners (id TEXT PRIMARY KEY, told INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`;

const loginTableStatements = `
  CREATE TABLE logins (
    id TEXT PRIMARY KEY, checked_at REAL NOT NULL, evidence TEXT NOT NULL, until REAL NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX logins_by_end ON logins (until);
  CREATE INDEX chains_by_subject ON chains (json_extract(grant_record, '$.subject'), id);
`;

/** The tables for the state of tokens; the application id reads "GWst". */
const tokenTables: DatabaseSchema = {
  applicationId: 0x47577374,
  version: 1,
  tables: tokenTableStatements,
  additions: { sql: loginTableStatements, table: 'logins' },
};

/** How long opening a database waits for another process, in milliseconds. */
const busyTimeoutMs = 5000;

/**
 * Opens a state database, by default the one for tokens, and creates its tables if the file is empty. Throws a
 * StoreError that names the file.
 */
export function openStateDatabase(file: string, schema: DatabaseSchema = tokenTables): DatabaseSync {
  return explainDatabase(file, () => {
    const database = new DatabaseSync(file, { timeout: busyTimeoutMs });
    try {
      prepareDatabase(database, schema);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/** Runs a task on a state database, and turns errors of SQLite into a StoreError that names the file. */
export function explainDatabase<Value>(file: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(`The state database ${file} cannot be used: ${explainSqlite(error)}.`);
  }
}

function prepareDatabase(database: DatabaseSync, schema: DatabaseSchema): void {
  if (!checkOrigin(database, schema) || !hasAdditions(database, schema)) makeTables(database, schema);
  keepLog(database);
  // A commit survives the end of this process, however it ends. A power cut may lose commits. The store limits this
  // loss: it flushes data that must not be lost at once, and other data every second.
  database.exec('PRAGMA synchronous = NORMAL');
}

/**
 * Switches the database to a write-ahead log. SQLite does not wait for a writing process here, so an empty transaction
 * waits for it.
 */
function keepLog(database: DatabaseSync): void {
  const end = performance.now() + busyTimeoutMs;
  while (!beginsLog(database, performance.now() >= end)) database.exec('BEGIN IMMEDIATE; COMMIT');
}

/** Returns false if another process held a lock; the last attempt throws instead. */
function beginsLog(database: DatabaseSync, isLast: boolean): boolean {
  try {
    database.exec('PRAGMA journal_mode = WAL');
    return true;
  } catch (error) {
    if (isLast || !isBusy(error)) throw error;
    return false;
  }
}

/** Creates the tables, unless another gateway that opened the empty file at the same time has created them. */
function makeTables(database: DatabaseSync, schema: DatabaseSchema): void {
  const { applicationId, version, tables, additions } = schema;
  const marks = `PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version};`;
  database.exec('BEGIN IMMEDIATE');
  if (!checkOrigin(database, schema)) database.exec(`${tables}; ${marks}`);
  if (additions && !hasAdditions(database, schema)) database.exec(additions.sql);
  database.exec('COMMIT');
}

function hasAdditions(database: DatabaseSync, { additions }: DatabaseSchema): boolean {
  if (!additions) return true;
  const found = database.prepare('SELECT name FROM sqlite_schema WHERE name = ?').all(additions.table);
  return found.length > 0;
}

/** A single query, since another process may create the tables between two queries. */
const origin = `
  SELECT (SELECT count(*) FROM sqlite_schema) AS "tables",
    (SELECT application_id FROM pragma_application_id) AS application,
    (SELECT user_version FROM pragma_user_version) AS version
`;

/**
 * Whether the tables exist. Throws an OriginError if the database belongs to another program, or to a later version.
 */
function checkOrigin(database: DatabaseSync, { applicationId, version }: DatabaseSchema): boolean {
  const [found] = database.prepare(origin).all();
  const application = Number(found?.['application']);
  if (application === 0 && found?.['tables'] === 0) return false;
  if (application !== applicationId) throw new OriginError('it is the database of another program');
  const foundVersion = Number(found?.['version']);
  if (foundVersion <= version) return true;
  throw new OriginError(
    `it has version ${foundVersion} and was written by a later Gatewright; this one supports version ${version}`,
  );
}

/** Reads the whole database, which takes a while if it is large. Throws a StoreError if any part is corrupted. */
export function refuseCorrupted(database: DatabaseSync, file: string): void {
  const [row] = database.prepare('PRAGMA integrity_check(1)').all();
  if (row?.['integrity_check'] === 'ok') return;
  throw new StoreError(`The state database ${file} cannot be used: it is corrupted.`);
}

/** The file is a valid database, but this program cannot use it; the message is a part of a sentence. */
class OriginError extends Error {
  override readonly name = 'OriginError';
}

/** The number in the first column of the first row. */
export function readNumber(database: DatabaseSync, sql: string): number {
  const [row] = database.prepare(sql).all() as readonly Record<string, SQLOutputValue>[];
  return Number(Object.values(row ?? {})[0]);
}

/** How long a statement waits for another process, and the maximum pause between two attempts, in milliseconds. */
const timeoutMs = 5000;

const maxPauseMs = 50;

/**
 * Runs a task on a state database, and retries it while another process holds a lock. If SQLite itself waited, it would
 * block the whole process with all calls. An error of SQLite becomes a StoreError that names the file.
 */
export async function runOnDatabase<Value>(file: string, work: () => Value): Promise<Value> {
  const end = performance.now() + timeoutMs;
  for (let pauseMs = 1; performance.now() < end; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    const attempt = explainDatabase(file, () => unlessBusy(work));
    if (attempt) return attempt.value;
    await pause(pauseMs);
  }
  return explainDatabase(file, work);
}

function unlessBusy<Value>(work: () => Value): { readonly value: Value } | undefined {
  try {
    return { value: work() };
  } catch (error) {
    if (isBusy(error)) return undefined;
    throw error;
  }
}

/** Identifies the file at a path, to notice that it was replaced; undefined if it does not exist. */
export function identifyFile(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
