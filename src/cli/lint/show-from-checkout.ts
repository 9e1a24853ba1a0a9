import { isAbsolute, sep } from 'node:path';
import type { Io } from '../io.ts';
import { pathInside, showPath } from '../project/paths.ts';
import type { Project } from '../project/project.ts';

/** Names files as a CI system makes links of them: from its checkout, wherever in it this runs. */
export function showFromCheckout({ root }: Pick<Project, 'root'>, io: Io): Project['show'] {
  const folder = checkoutFolder(io);
  return (file) => showPath(root, file, folder).split(sep).join('/');
}

/**
 * The folder that a CI system names files from: the root of its checkout, where the current folder is in it. The
 * current folder elsewhere.
 */
export function checkoutFolder({ cwd, env }: Pick<Io, 'cwd' | 'env'>): string {
  const checkout = env['GITHUB_WORKSPACE'] || env['CI_PROJECT_DIR'];
  const isOurs = checkout && isAbsolute(checkout) && pathInside(checkout, cwd) !== undefined;
  return isOurs ? checkout : cwd;
}
