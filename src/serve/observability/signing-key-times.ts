import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { TokenSettings } from '#compiled/settings/gateway-settings.ts';

export interface SigningKeyTime {
  /** The file name as declared; `signing-key.pem` for the gateway's own key. */
  readonly key: string;
  /** When the file was last written, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly writtenAt: number;
}

/**
 * Returns when the files of the signing keys were written. Keys do not expire, so their age is what operators monitor.
 * Keys from environment variables are omitted. `generatedKeyFile` is used if no key is declared.
 */
export async function readSigningKeyTimes(
  { signingKeys }: TokenSettings,
  folder: string,
  generatedKeyFile: string,
): Promise<readonly SigningKeyTime[]> {
  const declared = signingKeys.flatMap(({ key: { fromFile } }) =>
    fromFile === undefined ? [] : [{ key: fromFile, file: resolve(folder, fromFile) }],
  );
  const own = signingKeys.length === 0 ? [{ key: 'signing-key.pem', file: generatedKeyFile }] : [];
  const times = await Promise.all([...declared, ...own].map(readTime));
  return times.flatMap((time) => (time ? [time] : []));
}

async function readTime({ key, file }: { readonly key: string; readonly file: string }) {
  const found = await stat(file).catch(() => undefined);
  return found && { key, writtenAt: found.mtimeMs };
}
