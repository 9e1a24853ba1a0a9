import { join, resolve } from 'node:path';
import { digestOf } from '#compiled/digest.ts';
import { runGit } from '#platform/git/run-git.ts';
import { FindingsFile } from '#serve/sources/findings-file.ts';
import { identifyEngine, type LintStore } from '../project/lint-store.ts';

/** The results of the last plan. `save` stores them for the next plan, and never rejects. */
type PlanStore = Pick<LintStore, 'store' | 'save'>;

/**
 * Opens the results that the last plan with a configuration stored about definitions. The file is in the git directory,
 * which no commit can contain, so that no branch brings its own; all working trees of a repository share it. `folder`
 * is in the repository, and `configFile` is relative to it. Undefined if git does not name its directory.
 */
export async function openPlanStore(folder: string, configFile: string): Promise<PlanStore | undefined> {
  const { code, stdout } = await runGit(folder, ['rev-parse', '--git-common-dir', '--show-prefix']);
  const [common = '', prefix = ''] = stdout.toString().split('\n');
  if (code !== 0 || common === '') return undefined;
  const name = `plan-${digestOf(join(prefix, configFile)).slice('sha256:'.length, 'sha256:'.length + 16)}`;
  const file = join(resolve(folder, common), 'gatewright', name);
  const findings = new FindingsFile(file, JSON.stringify(['plan', await identifyEngine()]));
  const store = await findings.open('many');
  return { store, save: () => findings.save(store).catch(() => undefined) };
}
