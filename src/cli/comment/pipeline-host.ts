import type { Io } from '../io.ts';

/**
 * The host whose pipeline runs this process, by the environment; undefined outside of pipelines. Gitea and Forgejo also
 * set the variables of GitHub.
 */
export function findPipelineHost(env: Io['env']): 'github' | 'gitea' | 'gitlab' | undefined {
  if (env['GITLAB_CI']) return 'gitlab';
  if (!env['GITHUB_ACTIONS']) return undefined;
  return env['GITEA_ACTIONS'] || env['FORGEJO_ACTIONS'] ? 'gitea' : 'github';
}
