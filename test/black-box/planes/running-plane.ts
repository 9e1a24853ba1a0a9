/** What serves calls of a repository on a port of this machine. */
export interface RunningPlane {
  readonly port: number;
  /** Of the table that it serves. */
  readonly digest: string;
}
