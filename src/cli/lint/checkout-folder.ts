import { isAbsolute, relative, sep } from 'node:path';
import type { Io } from '../io.ts';

/**
 * The folder that a CI system names files from: the root of its checkout, where the current folder stands in it. The
 * current folder elsewhere.
 */
export function checkoutFolder({ cwd, env }: Pick<Io, 'cwd' | 'env'>): string {
  const checkout = env['GITHUB_WORKSPACE'] || env['CI_PROJECT_DIR'];
  return checkout && contains(checkout, cwd) ? checkout : cwd;
}

function contains(folder: string, inner: string): boolean {
  const path = relative(folder, inner);
  return isAbsolute(folder) && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}
