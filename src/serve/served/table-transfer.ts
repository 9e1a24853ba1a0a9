import type { CompiledApi } from '#compiled/compiled-api.ts';
import type { Compiled, TableOf } from '#compiled/compiled.ts';
import { textOfPart, unpackDeferred } from '#compiled/deferred-contract.ts';
import type { Digest } from '#compiled/digest.ts';
import { applyChange, diffTables, type TableChange } from '#compiled/table-change.ts';
import { type LoadedTable, type Secrets, toSecrets } from './loaded-table.ts';
import type { ThreadCalls } from './thread-calls.ts';

/** The calls that a thread answers to receive tables. */
export type TableCalls = {
  readonly takeParts: (parts: readonly PartText[]) => void;
  readonly takeTable: (table: SentTable) => void;
};

type PartText = readonly [Digest, string];

interface SentTable {
  /** The changes without the new parts, which were sent before. */
  readonly change: TableChange<never>;
  readonly added: readonly Digest[];
  /** Whether the change is relative to no table instead of the table that was sent before. */
  readonly isWhole: boolean;
  /** Absent if they have not changed since the last table. */
  readonly secrets?: ReadonlyMap<string, string>;
}

/**
 * How many characters of parts are sent at once. The receiving thread, which is serving calls, parses them in a
 * millisecond.
 */
const batchLength = 64 * 1024;

/** How many batches are in transit at once, so that the receiving thread need not wait for the next one. */
const batchesAtOnce = 2;

/** Sends tables to another thread, each as the difference from the previous one. */
export class TableSender<Part extends string | CompiledApi> {
  readonly #calls: ThreadCalls<TableCalls>;
  #sent: TableOf<Part> | undefined;
  #secrets: Digest | undefined;

  constructor(calls: ThreadCalls<TableCalls>) {
    this.#calls = calls;
  }

  /** Sends a table, and resolves when the other thread has it. Send one table at a time. */
  async send(table: TableOf<Part>, secrets: Secrets): Promise<void> {
    const change = diffTables(this.#sent, table);
    await this.#sendParts(change.parts.added);
    await this.#calls.request('takeTable', {
      change: { ...change, parts: { added: [], removed: change.parts.removed } },
      added: change.parts.added.map(([digest]) => digest),
      isWhole: this.#sent === undefined,
      ...(this.#secrets !== secrets.digest && { secrets: secrets.values }),
    });
    this.#sent = table;
    this.#secrets = secrets.digest;
  }

  async #sendParts(added: Iterable<readonly [Digest, Part]>): Promise<void> {
    const batches = inBatches(added);
    const sendOneByOne = async (): Promise<void> => {
      for (const parts of batches) await this.#calls.request('takeParts', parts);
    };
    await Promise.all(Array.from({ length: batchesAtOnce }, sendOneByOne));
  }
}

function* inBatches(
  parts: Iterable<readonly [Digest, string | CompiledApi]>,
): Generator<readonly PartText[]> {
  let batch: PartText[] = [];
  let length = 0;
  for (const [digest, part] of parts) {
    const text = typeof part === 'string' ? part : textOfPart(part);
    batch.push([digest, text]);
    length += text.length;
    if (length < batchLength) continue;
    yield batch;
    [batch, length] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** Receives tables from another thread's TableSender. Unchanged parts stay the same objects. */
export class TableReceiver {
  readonly #parts = new Map<Digest, CompiledApi>();
  #latest: LoadedTable | undefined;

  /** The table that was received last. */
  get latest(): LoadedTable | undefined {
    return this.#latest;
  }

  readonly takeParts = (parts: readonly PartText[]): void => {
    const known = this.#latest?.compiled.apis;
    for (const [digest, text] of parts) this.#parts.set(digest, known?.get(digest) ?? unpackDeferred(text));
  };

  readonly takeTable = ({ change, added, isWhole, secrets }: SentTable): void => {
    const before = this.#latest;
    // `#parts` may also contain parts of a table whose transfer was aborted.
    const parts = { added: added.map((digest) => this.#partOf(digest)), removed: change.parts.removed };
    this.#parts.clear();
    const compiled = isWhole
      ? rebase(before?.compiled, applyChange<CompiledApi>(undefined, { ...change, parts }))
      : applyChange(before?.compiled, { ...change, parts });
    this.#latest = { compiled, secrets: keepSecrets(before?.secrets, secrets) };
  };

  #partOf(digest: Digest): readonly [Digest, CompiledApi] {
    const part = this.#parts.get(digest);
    if (!part) throw new Error('a table was sent without one of its parts');
    return [digest, part];
  }
}

/**
 * Converts a complete table to one that shares unchanged parts with the previous one. A new sending thread does not
 * know what the previous one sent.
 */
function rebase(before: Compiled | undefined, whole: Compiled): Compiled {
  return before ? applyChange(before, diffTables(before, whole)) : whole;
}

function keepSecrets(before: Secrets | undefined, values: ReadonlyMap<string, string> | undefined): Secrets {
  if (!values) return before ?? toSecrets(new Map());
  const secrets = toSecrets(values);
  return secrets.digest === before?.digest ? before : secrets;
}
