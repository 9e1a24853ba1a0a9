import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { readPackedTable, TableError } from '#compiled/table.ts';
import { explainSystemError } from '#platform/explain-system-error.ts';
import { readFileIfPresent } from '#platform/files/read-file-if-present.ts';
import { type TableSignature, TableSignatureError } from '#platform/keys/table-signature.ts';
import { SecretReferences } from './read-secrets.ts';
import { failReading, type SourceReading } from './source-reading.ts';
import type { TableVerifier } from './table-verifier.ts';

/**
 * The pause before a table and a signature that do not match are read again, in milliseconds. They may be being
 * written.
 */
const pairPauseMs = 500;

/** Reads route tables for one deployment. Errors in them are returned as a value. */
export class TableReader {
  readonly #deployment: string;
  readonly #verifier: TableVerifier | undefined;
  readonly #references = new SecretReferences();

  /** With a verifier, only tables with a valid signature are read. */
  constructor(deployment: string, verifier?: TableVerifier) {
    this.#deployment = deployment;
    this.#verifier = verifier;
  }

  /** Reads a route table from a file, and the signature from FILE.jws if required. */
  async readFile(file: string): Promise<SourceReading> {
    try {
      return await this.#readPair(file).catch(async (error: unknown) => {
        if (!(error instanceof TableSignatureError)) throw error;
        await delay(pairPauseMs);
        return this.#readPair(file);
      });
    } catch (error) {
      if (error instanceof TableSignatureError) return refuseTable(file, error);
      if (error instanceof Error && 'code' in error)
        return failReading(`The route table ${file} cannot be read (${explainSystemError(error)}).`);
      throw error;
    }
  }

  async #readPair(file: string): Promise<SourceReading> {
    const bytes = await readFile(file);
    if (!this.#verifier) return this.read(bytes, file);
    const jws = await readFileIfPresent(`${file}.jws`);
    if (jws === undefined) throw new TableSignatureError(`the signature ${file}.jws does not exist`);
    return this.read(bytes, file, await this.#verifier.verify(bytes, jws));
  }

  /** Parses a table, whose `signature` was already verified. `name` is its name in messages. */
  read(bytes: Uint8Array, name: string, signature?: TableSignature): SourceReading {
    try {
      const table = readPackedTable(bytes);
      const compiledFor = table.manifest.deployment;
      if (compiledFor !== this.#deployment)
        return failReading(
          `The route table ${name} was compiled for the deployment ${compiledFor}, not for ${this.#deployment}.`,
        );
      return { ok: true, table, references: this.#references.listIn(table), ...(signature && { signature }) };
    } catch (error) {
      if (error instanceof TableError)
        return failReading(`The route table ${name} cannot be served. ${error.message}`);
      throw error;
    }
  }
}

/** The reading of a table that is not served because of its signature. */
export function refuseTable(name: string, { message }: TableSignatureError): SourceReading {
  return failReading(`The route table ${name} is not served: ${message}.`);
}
