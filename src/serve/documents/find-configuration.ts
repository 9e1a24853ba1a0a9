import { access, lstat, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The name that a configuration has unless `--config` names another one. */
export const configurationName = 'gateway.config.yaml';

/** A configuration that belongs to a folder. */
export interface FoundConfiguration {
  /** Absolute. */
  readonly file: string;
  /** Whether somebody else could have placed it above the folder, as anybody can in a folder such as `/tmp`. */
  readonly isForeign: boolean;
}

/**
 * The nearest configuration of a folder: in it, or above it up to the root of its git repository. Outside of a
 * repository, and where there is none, the path that it would have in the folder itself.
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

/** Trusted are this user, the administrator, and whoever owns the folder: its user has chosen to work there. */
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
