import type { Compiled } from '../../compiled/compiled.ts';
import type { Plan } from './change.ts';

/**
 * What makes `head` of `base`, each change with the applications that feel it; of nothing where there is no base. Both
 * are tables of one deployment.
 */
export function plan(base: Compiled | undefined, head: Compiled): Plan {
  return { ...(base && { base: base.digest }), head: head.digest, changes: [] };
}
