import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { ListedGrant, Seconds, StoredGrant } from '#runtime/ports/token-store.ts';

/** The number of grants that are read at once, which blocks the thread. */
const pageSize = 500;

type Row = Readonly<Record<string, SQLOutputValue>>;
type Query = (work: () => readonly Row[]) => Promise<readonly Row[]>;

/** Lists the grants in a state database, page by page in the order of their ids. */
export class SqliteGrants {
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: DatabaseSync) {
    this.#statements = prepareStatements(database);
  }

  /**
   * The grants of a subject, or all grants. `query` runs a query, retries it while other processes hold a lock, and
   * explains errors.
   */
  async *list(subject: string | undefined, now: () => Seconds, query: Query): AsyncGenerator<ListedGrant> {
    let after = '';
    for (let isFull = true; isFull;) {
      const rows = await query(() => this.#readPage(subject, after, now()));
      yield* rows.map(readGrant);
      after = String(rows.at(-1)?.['id']);
      isFull = rows.length === pageSize;
    }
  }

  #readPage(subject: string | undefined, after: string, now: Seconds): readonly Row[] {
    const { listAll, listOfSubject } = this.#statements;
    const page = { after, now, pageSize };
    return subject === undefined ? listAll.all(page) : listOfSubject.all({ ...page, subject });
  }
}

function readGrant(row: Row): ListedGrant {
  const lastUsedAt = Number(row['rotated_at']);
  return {
    grant: JSON.parse(String(row['grant_record'])) as StoredGrant,
    ...(lastUsedAt > 0 && { lastUsedAt }),
    idleUntil: Number(row['idle_until']),
    endsAt: Number(row['ends_at']),
  };
}

function prepareStatements(database: DatabaseSync) {
  const page = 'id > :after AND min(idle_until, ends_at) > :now ORDER BY id LIMIT :pageSize';
  const columns = 'id, grant_record, rotated_at, idle_until, ends_at';
  return {
    listAll: database.prepare(`SELECT ${columns} FROM chains WHERE ${page}`),
    // Must be exactly the expression of the index: otherwise, SQLite does not use the index.
    listOfSubject: database.prepare(
      `SELECT ${columns} FROM chains WHERE json_extract(grant_record, '$.subject') = :subject AND ${page}`,
    ),
  };
}
