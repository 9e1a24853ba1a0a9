import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withoutCredentials, type GitRemote } from './git-remote.ts';

/**
 * Settings for git: nothing from the repository is executed, garbage is collected at once and completely, and logs are
 * written as Gatewright reads them, however the user or the repository shows them.
 */
export const settings = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.packedRefsTimeout=60000',
  'credential.interactive=false',
  'gc.auto=1000',
  'gc.autoPackLimit=20',
  'gc.autoDetach=false',
  'maintenance.autoDetach=false',
  'gc.pruneExpire=now',
  'http.lowSpeedLimit=1',
  'http.lowSpeedTime=60',
  'log.showSignature=false',
  'log.showRoot=true',
  'log.follow=false',
  'log.diffMerges=separate',
  'i18n.logOutputEncoding=UTF-8',
  'trailer.separators=:',
].flatMap((setting) => ['-c', setting]);

/**
 * Environment variables that disable the user's settings, so that no filters run, whatever attributes a repository has.
 */
export const withoutSettings = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_COUNT: '0',
};

/** The first line of git's output that explains an error, without credentials; the rest explains how to use git. */
export function reasonOf(stderr: string, remote: GitRemote): string {
  const lines = stderr.split('\n').map((line) => line.trim());
  const reason = lines.find((line) => /^(fatal|error): /.test(line)) ?? lines.find((line) => line !== '');
  const text = (reason ?? 'git gives no reason').replace(/^(fatal|error): /, '').slice(0, 300);
  return withoutCredentials(text, remote);
}

/** Removes the temporary files in a folder that a killed git has left and will never use. */
export async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith('tmp_') || name.startsWith('.tmp-')) await rm(join(folder, name), { force: true });
}
