import { isAbsolute } from 'node:path';
import type { Io } from '../io.ts';
import { pathInside } from '../project/path-inside.ts';

/**
 * The folder that a CI system names files from: the root of its checkout, where the current folder stands in it. The
 * current folder elsewhere.
 */
export function checkoutFolder({ cwd, env }: Pick<Io, 'cwd' | 'env'>): string {
  const checkout = env['GITHUB_WORKSPACE'] || env['CI_PROJECT_DIR'];
  const isOurs = checkout && isAbsolute(checkout) && pathInside(checkout, cwd) !== undefined;
  return isOurs ? checkout : cwd;
}
