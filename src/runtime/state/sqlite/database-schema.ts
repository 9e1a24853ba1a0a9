/** The tables of a database that only Gatewright reads and writes. */
export interface DatabaseSchema {
  /** Marks a database in its header, so that it is not mistaken for another program's. */
  readonly applicationId: number;
  /** The version of the tables; a database of a later one is refused. */
  readonly version: number;
  /** Creates the tables. */
  readonly tables: string;
  /** Tables that later releases have added and earlier releases ignore; created if one of them is missing. */
  readonly additions?: { readonly sql: string; readonly table: string };
}
