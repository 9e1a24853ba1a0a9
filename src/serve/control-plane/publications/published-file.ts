import { join } from 'node:path';
import { isDigest } from '#compiled/digest.ts';
import { isJsonObject, type Json } from '#compiled/json.ts';
import { explainSystemError } from '#platform/explain-system-error.ts';
import { readFileIfPresent } from '#platform/files/read-file-if-present.ts';
import { writeFileAtomically } from '#platform/files/write-file-atomically.ts';
import type { PublishedVersion, ResourceVersion } from '../protocol/version-info.ts';

/** The last table that a control plane published, with its date, saved in the state folder. */
export interface PublishedFile extends AsyncDisposable {
  /** Undefined if the file is missing or invalid. */
  readonly published: PublishedVersion | undefined;
  /** Never throws; write errors are reported. */
  readonly keep: (published: PublishedVersion) => void;
}

export async function openPublishedFile(
  stateFolder: string,
  warn: (message: string) => void,
): Promise<PublishedFile> {
  const file = join(stateFolder, 'published.json');
  let writing = Promise.resolve();
  const write = (published: PublishedVersion) =>
    writeFileAtomically(file, `${JSON.stringify(published)}\n`, 0o600).catch((error: unknown) =>
      warn(`The file ${file} cannot be written: ${explainSystemError(error)}.`),
    );
  return {
    published: parsePublished(await readFileIfPresent(file)),
    keep: (published) => void (writing = writing.then(() => write(published))),
    [Symbol.asyncDispose]: () => writing,
  };
}

function parsePublished(text = ''): PublishedVersion | undefined {
  try {
    const value = JSON.parse(text) as Json;
    const version = readVersion(value);
    if (!version || !isJsonObject(value)) return undefined;
    const { committedAt } = value;
    const keys = readVersion(value['keys']);
    return { ...version, ...(typeof committedAt === 'number' && { committedAt }), ...(keys && { keys }) };
  } catch {
    return undefined;
  }
}

function readVersion(value: Json | undefined): ResourceVersion | undefined {
  const { digest, since } = isJsonObject(value) ? value : {};
  return isDigest(digest) && typeof since === 'number' ? { digest, since } : undefined;
}
