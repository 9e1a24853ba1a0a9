import { sep } from 'node:path';
import type { Io } from '../io.ts';
import type { Project } from '../project/project.ts';
import { showPath } from '../project/show-path.ts';
import { checkoutFolder } from './checkout-folder.ts';

/** Names files as a CI system makes links of them: from its checkout, wherever in it this runs. */
export function showFromCheckout({ root }: Pick<Project, 'root'>, io: Io): Project['show'] {
  const folder = checkoutFolder(io);
  return (file) => showPath(root, file, folder).split(sep).join('/');
}
