import type { Compiled } from '../../compiled/compiled.ts';
import type { CheckedWorkspace } from '../workspace/workspace.ts';

/** Turns a checked workspace into the route table of one of its deployments. */
export function compile(_workspace: CheckedWorkspace, _deployment: string): Compiled {
  throw new Error('being written');
}
