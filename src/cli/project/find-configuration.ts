import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The name that a configuration has unless `--config` names another one. */
export const configurationName = 'gateway.config.yaml';

/**
 * The nearest configuration of a folder: in it, or above it up to the root of its git repository, absolute. Outside of a
 * repository, and where there is none, the path that it would have in the folder itself.
 */
export async function findConfiguration(folder: string): Promise<string> {
  const own = join(folder, configurationName);
  if (await exists(own)) return own;
  let nearest: string | undefined;
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, configurationName);
    if (nearest === undefined && (await exists(file))) nearest = file;
    if (await exists(join(at, '.git'))) return nearest ?? own;
    if (at === dirname(at)) return own;
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
