import { lintDefinition } from '#compiler/lint/lint-definition.ts';
import { openerOf, rememberDefinition } from '#compiler/lint/remember-definition.ts';
import { rules } from '#compiler/lint/rules.ts';
import { loadDefinition, readsAsDefinition } from '#compiler/load/definition/load-definition.ts';
import { FileCache } from '#compiler/load/files/file-cache.ts';
import { SourceFiles } from '#compiler/load/files/source-files.ts';
import { RuleSettings } from '#compiler/rule/rule-settings.ts';
import { BuildStore } from '#compiler/workspace/build-store.ts';
import type {
  ExaminationSettings,
  ExamineDefinitions,
  ExaminedDefinition,
} from '#compiler/workspace/examined-definition.ts';
import { countOperationsIn } from '#compiler/report/count-operations.ts';
import type { RememberedDefinition } from '#compiler/workspace/remembered-definition.ts';
import type { Definition } from '#compiler/workspace/workspace.ts';
import type { SourceTree } from '#source/source-tree.ts';

/** Examines the definition at a path; undefined if its problems are reported at the API that names it. */
export type Examiner = (path: string) => Promise<ExaminedDefinition | undefined>;

/** Examines the definitions of a tree in this thread. */
export function examineOneByOne(tree: SourceTree): ExamineDefinitions {
  return async (paths, settings, progress) => examineAll(paths, createExaminer(tree, settings), progress);
}

async function* examineAll(
  paths: readonly string[],
  examine: Examiner,
  progress: (done: number) => void,
): AsyncGenerator<ExaminedDefinition> {
  for (const [index, path] of paths.entries()) {
    const examined = await examine(path);
    if (examined) yield examined;
    progress(index + 1);
  }
}

/** Reads and lints definitions one by one, and releases each of them from memory. */
export function createExaminer(tree: SourceTree, { gateway, maxBytes }: ExaminationSettings): Examiner {
  const sources = new SourceFiles(tree, new FileCache(new BuildStore('one')));
  const settings = new RuleSettings(gateway);
  const remember = (definition: Definition): RememberedDefinition => {
    const open = openerOf(definition);
    const findings = lintDefinition(definition, rules, settings, sources, { document: open() });
    const known = rememberDefinition(definition, sources, gateway, findings, open());
    return { ...known, operations: countOperationsIn(open()) };
  };
  return async (path) => {
    const read = await sources.load(path, maxBytes);
    if ('failure' in read || !readsAsDefinition(read.file)) return undefined;
    const namedAt = { file: path, document: 0, pointer: '' };
    const { definition, readablePart, diagnostics, files } = await loadDefinition(
      sources,
      read.file,
      namedAt,
      maxBytes,
    );
    const result = definition
      ? { remembered: remember(definition) }
      : {
          errors: diagnostics,
          findings: readablePart ? lintDefinition(readablePart, rules, settings, sources) : [],
        };
    sources.dropParsed(path);
    return { path, files, read: files.flatMap((file) => sources.release(file, maxBytes) ?? []), result };
  };
}
