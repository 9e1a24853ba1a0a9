/** The tables of a database that only Gatewright reads and writes. */
export interface DatabaseSchema {
  /** Marks a database in its header, so that it is not mistaken for that of another program. */
  readonly applicationId: number;
  /** The version of the tables; a database with a later version is refused. */
  readonly version: number;
  /** Creates the tables. */
  readonly tables: string;
  /** Tables that later releases have added and earlier releases ignore; created if `table` is missing. */
  readonly additions?: { readonly sql: string; readonly table: string };
}
