import { open, readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isJsonObject } from '#compiled/json.ts';
import { explainSystemError } from '#platform/explain-system-error.ts';
import { CommandError } from '../command-error.ts';
import type { Io } from '../io.ts';
import { readRecorded, type RecordedCall } from './har-exchange.ts';

/** A HAR file is one value, which has to be read as a whole. */
const maxHarBytes = 512 * 1024 ** 2;
/** Longer lines of NDJSON are skipped. */
const maxLineBytes = 16 * 1024 ** 2;

/** A recorded call, or undefined for something that is not one. */
type Recording = AsyncGenerator<RecordedCall | undefined>;

/** Reads a file in HAR or NDJSON, call by call. Throws a CommandError if it is neither. */
export async function* readTraffic(named: string, io: Io): Recording {
  const file = resolve(io.cwd, named);
  const stats = await stat(file).catch(() => undefined);
  if (!stats) throw new CommandError(`${named} does not exist.`);
  if (!stats.isFile()) throw new CommandError(`${named} is not a file.`, 'Name a file in HAR or NDJSON.');
  try {
    if (await beginsWithWholeLine(file)) yield* readLines(file);
    else yield* readHar(file, named, stats.size);
  } catch (error) {
    if (error instanceof CommandError || !(error instanceof Error && 'code' in error)) throw error;
    throw new CommandError(`${named} cannot be read: ${explainSystemError(error)}.`);
  }
}

/** Whether the first line is a call by itself, and not the beginning of one value over many lines. */
async function beginsWithWholeLine(file: string): Promise<boolean> {
  for await (const line of linesOf(file)) {
    if (line === undefined) return false;
    if (line.trim() === '') continue;
    const value = parse(line);
    return isJsonObject(value) && !('log' in value);
  }
  return true;
}

async function* readHar(file: string, named: string, size: number): Recording {
  if (size > maxHarBytes)
    throw new CommandError(
      `${named} is larger than 512 MiB.`,
      'Write one entry a line, as NDJSON, which is read line by line.',
    );
  const value = parse((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''));
  const log = isJsonObject(value) ? value['log'] : undefined;
  const entries: unknown = isJsonObject(log) ? log['entries'] : undefined;
  if (!Array.isArray(entries))
    throw new CommandError(
      `${named} is neither HAR nor NDJSON.`,
      'HAR is what browsers export as "Save all as HAR"; NDJSON has one call a line, see docs/observe.md.',
    );
  for (const entry of entries) yield readRecorded(entry);
}

async function* readLines(file: string): Recording {
  for await (const line of linesOf(file)) {
    if (line?.trim() !== '') yield line === undefined ? undefined : readRecorded(parse(line));
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The lines of a file; undefined for one that is too long. */
async function* linesOf(file: string): AsyncGenerator<string | undefined> {
  let parts: Buffer[] = [];
  let length = 0;
  const take = (): string | undefined => {
    const line = length > maxLineBytes ? undefined : Buffer.concat(parts).toString();
    [parts, length] = [[], 0];
    return line;
  };
  const add = (part: Buffer): void => {
    length += part.length;
    if (length > maxLineBytes) parts = [];
    else parts.push(part);
  };
  await using handle = await open(file);
  for await (const chunk of handle.createReadStream({ autoClose: false })) {
    let rest = chunk as Buffer;
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      add(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
      yield take();
    }
    add(rest);
  }
  if (length > 0) yield take();
}
