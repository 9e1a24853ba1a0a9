import { runGit } from '#platform/git/run-git.ts';
import type { GatewaySource } from '../served/gateway-options.ts';

/** Whether the source is in a git repository, so that proposals can be patches. */
export async function canMakePatches(source: GatewaySource): Promise<boolean> {
  if (source.kind !== 'folder') return source.kind === 'git';
  const { code } = await runGit(source.root, ['rev-parse', '--git-dir']);
  return code === 0;
}
