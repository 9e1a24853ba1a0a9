import { readFile } from 'node:fs/promises';
import { explainSystemError } from '#platform/explain-system-error.ts';
import { readPublicTableKeys, TableKeyError, type TableKey } from '#platform/keys/table-keys.ts';
import { TableSignatureError, verifyTable, type TableSignature } from '#platform/keys/table-signature.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import type { TableVerification } from '../served/gateway-options.ts';

export interface TableVerifierOptions extends TableVerification {
  readonly clock: Clock;
  /** When the table that was served last was signed, in seconds since 1970; undefined if there is none. */
  readonly readServedAt: () => Promise<number | undefined>;
}

/** How far the signer's clock may be ahead, in seconds. */
const maxSecondsAhead = 300;

/** Decides by their signatures which tables may be served. */
export class TableVerifier {
  readonly #options: TableVerifierOptions;
  #servedAt: number | undefined;

  constructor(options: TableVerifierOptions) {
    this.#options = options;
  }

  /** Verifies a new table. Rejects with a TableSignatureError, whose message calls the table "it". */
  async verify(table: Uint8Array, jws: string): Promise<TableSignature> {
    const signature = await this.verifySignature(table, jws);
    await this.#checkTime(signature);
    return signature;
  }

  /** Verifies a table that was served before, regardless of when it was signed. Rejects as `verify` does. */
  async verifySignature(table: Uint8Array, jws: string): Promise<TableSignature> {
    // The keys are read each time, so that changes take effect.
    return verifyTable(table, jws, await this.#readKeys());
  }

  /** Records the signature of the served table, so that an older table cannot replace it. */
  serve({ signedAt }: TableSignature): void {
    this.#servedAt = signedAt;
  }

  async #readKeys(): Promise<ReadonlyMap<string, TableKey>> {
    const { keyFile } = this.#options;
    try {
      return await readPublicTableKeys(await readFile(keyFile, 'utf8'));
    } catch (error) {
      const reason = error instanceof TableKeyError ? error.message : explainSystemError(error);
      throw new TableSignatureError(`the keys in ${keyFile} cannot be used: ${reason}`);
    }
  }

  async #checkTime({ signedAt }: TableSignature): Promise<void> {
    const { clock, allowsOlder, readServedAt } = this.#options;
    if (signedAt > clock() / 1000 + maxSecondsAhead)
      throw new TableSignatureError(`it was signed at ${toDate(signedAt)}, which is yet to come`);
    this.#servedAt ??= await readServedAt();
    if (allowsOlder || this.#servedAt === undefined || signedAt >= this.#servedAt) return;
    throw new TableSignatureError(
      `it was signed at ${toDate(signedAt)}, before the one that was served last (${toDate(this.#servedAt)}): ` +
        'sign it again, or start with --allow-older',
    );
  }
}

function toDate(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? `${seconds} seconds` : date.toISOString();
}
