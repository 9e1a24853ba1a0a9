import { mkdir, mkdtemp, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cleanSources } from '#compiler/rule/clean-sources.ts';

/** A separate folder for one test, removed after the test. */
export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
  read(file: string): Promise<string>;
  /** Exchanges a file at once; watchers never read half of it. */
  write(file: string, content: string | Uint8Array): Promise<void>;
}

/** A temporary folder with some files in it; the clean sources if none are named. */
export async function temporaryFolder(
  files: Readonly<Record<string, string>> = cleanSources,
): Promise<TemporaryFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'gatewright-')));
  const elsewhere = await mkdtemp(join(tmpdir(), 'gatewright-'));
  let written = 0;
  const folder: TemporaryFolder = {
    path,
    read: (file) => readFile(join(path, file), 'utf8'),
    write: async (file, content) => {
      await mkdir(dirname(join(path, file)), { recursive: true });
      const whole = join(elsewhere, String((written += 1)));
      await writeFile(whole, content);
      await rename(whole, join(path, file));
    },
    [Symbol.asyncDispose]: async () => {
      for (const each of [path, elsewhere]) await rm(each, { recursive: true, force: true });
    },
  };
  for (const [file, content] of Object.entries(files)) await folder.write(file, content);
  return folder;
}
