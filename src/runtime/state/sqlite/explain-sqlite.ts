/** Reasons by SQLite's primary result code. */
const reasons: Readonly<Record<number, string>> = {
  5: 'another process has kept it locked for too long',
  8: 'it cannot be written',
  10: 'the disk reports an error',
  11: 'it is corrupted',
  13: 'the disk is full',
  14: 'it cannot be opened',
  26: 'it is not an SQLite database, or it is corrupted',
};

/** A few words that explain why SQLite failed. */
export function explainSqlite(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  return reasons[primaryCode(error)] ?? error.message;
}

/** Whether another process held a lock. If so, nothing has been written, and another attempt may succeed. */
export function isBusy(error: unknown): boolean {
  return primaryCode(error) === 5;
}

function primaryCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
}
