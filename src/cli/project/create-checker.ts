import type { RuleChoices } from '#compiler/rule/choose-severities.ts';
import type { CheckResult } from '#pipeline.ts';
import type { SourceTree } from '#source/source-tree.ts';
import type { Project } from './project.ts';

interface CheckerOptions {
  /** Of rules, instead of the settings of the configuration. */
  readonly choices?: RuleChoices | undefined;
  /** The time, in milliseconds since 1970; without it nothing is found that depends on it. */
  readonly now?: number;
}

/** Checks the files of a project, or a tree in which some of them are changed. */
type Checker = (tree: SourceTree) => Promise<CheckResult>;

/**
 * Creates checks with one definition in memory for each thread. After the first check, only definitions that have changed
 * are examined. Nothing is cached on disk.
 */
export async function createChecker(project: Project, options: CheckerOptions): Promise<Checker> {
  const [{ check }, { examineOneByOne }, { examineInThreads }, { BuildStore }] = await Promise.all([
    import('#pipeline.ts'),
    import('#pipeline/create-examiner.ts'),
    import('#serve/examine/examine-in-threads.ts'),
    import('#compiler/workspace/build-store.ts'),
  ]);
  const store = new BuildStore('one');
  let isFirst = true;
  return (tree) => {
    const examine = isFirst ? examineInThreads(project.root) : examineOneByOne(tree);
    isFirst = false;
    return check(tree, project.configFile, { ...options, store, remembers: 'definitions', examine });
  };
}
