import type { Sources } from '#compiler/workspace/sources.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { type Diagnostic, sortDiagnostics, withoutRepeats } from '#diagnostic/diagnostic.ts';
import type { CheckResult } from '#pipeline.ts';
import { moveBetween, moveDiagnostic } from '#serve/documents/open-group.ts';
import type { SourceLocation } from '#source/source-location.ts';
import type { Io } from '../io.ts';
import { showPath } from '../project/paths.ts';
import type { Project } from '../project/project.ts';

/** The findings that `gatewright lint` reports. */
export interface Linted {
  readonly result: {
    readonly diagnostics: readonly Diagnostic[];
    readonly sources: Pick<Sources, 'files' | 'text' | 'textAt'>;
    readonly suppressedFindings?: CheckResult['suppressedFindings'];
    /** Absent if only documents were checked. */
    readonly workspace?: Workspace;
  };
  readonly project: Pick<Project, 'root' | 'show' | 'isUnconfigured'>;
  /** The command without its options, as the user can type it again; undefined if it read standard input. */
  readonly command: string | undefined;
}

interface DocumentResult {
  readonly project: Pick<Project, 'root'> & {
    readonly invented: ReadonlySet<string>;
    readonly isConfigured: boolean;
  };
  readonly result: CheckResult;
}

/**
 * Joins the results of groups of documents. If there is a single group and it has a configuration, file names are
 * relative to the configuration's folder, so that findings have the same fingerprints as in a check of the whole
 * project. Otherwise they are relative to the current folder.
 */
export function joinResults(
  results: readonly DocumentResult[],
  command: string | undefined,
  { cwd }: Io,
): Linted {
  const [only] = results;
  const root = results.length === 1 && only?.project.isConfigured ? only.project.root : cwd;
  const moved = results.map((one) => moveResult(one, root));
  const byFile = new Map(moved.flatMap(({ files }) => [...files]));
  return {
    result: {
      diagnostics: sortDiagnostics(withoutRepeats(moved.flatMap(({ diagnostics }) => diagnostics))),
      sources: {
        files: [...byFile.keys()].toSorted(),
        text: (file) => byFile.get(file)?.text(),
        textAt: (at) => byFile.get(at.file)?.textAt(at) ?? '',
      },
      suppressedFindings: joinSuppressed(results.flatMap(({ result }) => result.suppressedFindings ?? [])),
    },
    project: {
      root,
      show: (file) => showPath(root, file, cwd),
      isUnconfigured: results.every(({ project }) => !project.isConfigured),
    },
    command,
  };
}

/** A file that was read, whose locations use its name in the report. */
interface ReadFile {
  readonly text: () => string | undefined;
  readonly textAt: (at: SourceLocation) => string;
}

function moveResult({ project, result: { sources, diagnostics } }: DocumentResult, root: string) {
  const move = (file: string) => moveBetween(file, project.root, root);
  const read = sources.files.filter((file) => !project.invented.has(file));
  const files = read.map((file): readonly [string, ReadFile] => [
    move(file),
    { text: () => sources.text(file), textAt: (at) => sources.textAt({ ...at, file }) },
  ]);
  return {
    files,
    diagnostics: diagnostics.map((one) => moveDiagnostic(one, project.root, root)),
  };
}

type Suppressed = NonNullable<CheckResult['suppressedFindings']>;

function joinSuppressed(all: readonly Suppressed[]): Suppressed {
  return {
    suppressed: all.flatMap(({ suppressed }) => suppressed),
    inBaseline: all.flatMap(({ inBaseline }) => inBaseline),
    suppressible: all.flatMap(({ suppressible }) => suppressible),
    obsolete: 0,
    isWhole: all.every(({ isWhole }) => isWhole),
  };
}
