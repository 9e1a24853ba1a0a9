import type { RuleChoices } from '#compiler/rule/choose-severities.ts';
import type { CheckResult } from '#pipeline.ts';
import type { SourceTree } from '#source/source-tree.ts';
import type { Project } from './project.ts';

interface CheckerOptions {
  /** The choices of rules, in place of the settings of the configuration. */
  readonly choices?: RuleChoices | undefined;
  /** The time, in milliseconds since 1970; without it, rules that depend on the time find nothing. */
  readonly now?: number;
}

/** A function that checks the files of a project, or a tree in which some files are changed. */
type Checker = (tree: SourceTree) => Promise<CheckResult>;

/**
 * Creates a function that checks a project with one definition in memory per thread. After the first check, only
 * changed definitions are examined. Nothing is cached on disk.
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
