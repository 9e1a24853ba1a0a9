import type { DatabaseSchema } from './database-schema.ts';

const tables = `
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

const additions = `
  CREATE TABLE logins (
    id TEXT PRIMARY KEY, checked_at REAL NOT NULL, evidence TEXT NOT NULL, until REAL NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX logins_by_end ON logins (until);
  CREATE INDEX chains_by_subject ON chains (json_extract(grant_record, '$.subject'), id);
`;

/** What tokens depend on; the mark is "GWst". */
export const tokenTables: DatabaseSchema = {
  applicationId: 0x47577374,
  version: 1,
  tables,
  additions: { sql: additions, table: 'logins' },
};
