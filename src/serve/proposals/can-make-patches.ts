import { runGit } from '#platform/git/run-git.ts';
import type { GatewaySource } from '../served/gateway-options.ts';

/** Whether a gateway has the repository of its declarations, so that proposals can be patches of it. */
export async function canMakePatches(source: GatewaySource): Promise<boolean> {
  if (source.kind !== 'folder') return source.kind === 'git';
  const { code } = await runGit(source.root, ['rev-parse', '--git-dir']);
  return code === 0;
}
