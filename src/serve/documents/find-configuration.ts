import { access, lstat, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The default file name of a configuration, unless `--config` is given. */
export const configurationName = 'gateway.config.yaml';

/** A configuration that belongs to a folder. */
export interface FoundConfiguration {
  /** An absolute path. */
  readonly file: string;
  /** Whether another user could have placed the file above the folder, as anybody can in a folder such as `/tmp`. */
  readonly isForeign: boolean;
}

/**
 * Finds the nearest configuration: in the folder, or above it up to the root of its git repository. If none is found,
 * or the folder is not in a repository, returns the path that a configuration would have in the folder itself.
 */
export async function findConfiguration(folder: string): Promise<FoundConfiguration> {
  const own = { file: join(folder, configurationName), isForeign: false };
  if (await exists(own.file)) return own;
  const file = await findAbove(folder);
  return file === undefined ? own : { file, isForeign: await isForeign(file, folder) };
}

async function findAbove(folder: string): Promise<string | undefined> {
  let nearest: string | undefined;
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, configurationName);
    if (nearest === undefined && (await exists(file))) nearest = file;
    if (await exists(join(at, '.git'))) return nearest;
    if (at === dirname(at)) return undefined;
  }
}

/**
 * Whether a user who is not trusted owns the file or its folder. This user, the administrator and the owner of the
 * starting folder are trusted, since this user chose to work there.
 */
async function isForeign(file: string, folder: string): Promise<boolean> {
  const [chosen, ...owners] = await Promise.all([stat(folder), lstat(file), stat(dirname(file))]);
  const trusted = [process.getuid?.() ?? 0, 0, chosen.uid];
  return owners.some(({ uid }) => !trusted.includes(uid));
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
