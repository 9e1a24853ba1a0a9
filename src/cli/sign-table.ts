import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { explainSystemError } from '#platform/explain-system-error.ts';
import { readPrivateTableKey, type TableKey, TableKeyError } from '#platform/keys/table-keys.ts';
import { signTable } from '#platform/keys/table-signature.ts';
import { systemClock } from '#platform/system-clock.ts';
import { CommandError } from './command-error.ts';
import type { CommandArguments } from './command.ts';
import type { Io } from './io.ts';

/** The key that --sign or --sign-env names. Throws a CommandError if the options or the key cannot be used. */
export async function findTableKey(args: CommandArguments, io: Io): Promise<TableKey> {
  const file = args.text('sign');
  const variable = args.text('sign-env');
  if (file !== undefined && variable !== undefined)
    throw new CommandError('A table is signed with the key of --sign or of --sign-env, not with both.');
  const out = args.text('out');
  if (out === undefined) {
    const help = 'Say with --out FILE where the table goes.';
    throw new CommandError('A signature is a file next to the table, so --sign needs --out.', help);
  }
  if (file !== undefined) keepKey(file, out, io);
  return file === undefined ? readVariable(variable ?? '', io) : readKeyFile(file, io);
}

function keepKey(file: string, out: string, { cwd }: Io): void {
  if (![out, `${out}.jws`].some((written) => resolve(cwd, written) === resolve(cwd, file))) return;
  const help = 'Name another file with --out.';
  throw new CommandError(`The key ${file} would be overwritten by the table that it signs.`, help);
}

async function readKeyFile(file: string, { cwd }: Io): Promise<TableKey> {
  const pem = await readFile(resolve(cwd, file), 'utf8').catch((error: unknown) => {
    throw new CommandError(`The key ${file} cannot be read (${explainSystemError(error)}).`);
  });
  return explainKeyError(`The key ${file}`, readPrivateTableKey(pem));
}

function readVariable(variable: string, { env }: Io): Promise<TableKey> {
  const pem = env[variable];
  if (!pem)
    throw new CommandError(`The environment variable ${variable}, which is to hold the key, is not set.`);
  return explainKeyError(`The key in ${variable}`, readPrivateTableKey(pem));
}

async function explainKeyError(name: string, reading: Promise<TableKey>): Promise<TableKey> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof TableKeyError) throw new CommandError(`${name} cannot be used: ${error.message}.`);
    throw error;
  }
}

/** The text of the signature file (`.jws`) of a table. */
export async function signTableText(table: string, key: TableKey): Promise<string> {
  return `${await signTable(new TextEncoder().encode(table), key, systemClock())}\n`;
}
