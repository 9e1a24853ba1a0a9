import type { Io } from '../io.ts';

/** The host whose pipeline this process runs in, by its environment; undefined elsewhere. Gitea and Forgejo set the variables of GitHub too. */
export function findPipelineHost(env: Io['env']): 'github' | 'gitea' | 'gitlab' | undefined {
  if (env['GITLAB_CI']) return 'gitlab';
  if (!env['GITHUB_ACTIONS']) return undefined;
  return env['GITEA_ACTIONS'] || env['FORGEJO_ACTIONS'] ? 'gitea' : 'github';
}
