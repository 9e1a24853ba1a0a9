import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Diagnostic as LspDiagnostic } from 'vscode-languageserver/node';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { coalesce, type CoalescedTask } from '#platform/files/coalesce.ts';
import type { DeclaredNames, FolderFindings } from '#serve/folder-checks/folder-check.ts';
import { FolderChecker } from '#serve/folder-checks/folder-checker.ts';
import { FolderFiles, type OpenBuffer } from './folder-files.ts';
import { toLspDiagnostic } from './to-lsp-diagnostic.ts';
import { setTimeout as delay } from 'node:timers/promises';

/** The maximum time between two edits in quick succession, in milliseconds. */
const succession = 100;

/** The time for reading messages that have already arrived, so that one check covers all of them, in milliseconds. */
const reading = 5;

/** The maximum delay of a check while the user keeps typing, in milliseconds. */
const longest = 500;

/** Waits until edits in quick succession have finished; the wait after a single edit is short. */
class EditPause {
  #edits = 0;
  #last = -Infinity;
  #isSuccession = false;

  /** The number of edits so far. */
  get edits(): number {
    return this.#edits;
  }

  count(): void {
    const now = performance.now();
    this.#edits += 1;
    this.#isSuccession = now - this.#last < succession;
    this.#last = now;
  }

  async wait(): Promise<void> {
    const latest = performance.now() + longest;
    for (;;) {
      const known = this.#edits;
      await delay(this.#isSuccession ? succession : reading);
      if (this.#edits === known || performance.now() > latest) return;
    }
  }
}

/** The services that a session needs from its editor. */
export interface Editor {
  readonly buffers: () => readonly OpenBuffer[];
  /** Makes the editor show the findings of some files again. */
  readonly refresh: (uris: readonly string[]) => void;
  readonly logError: (message: string) => void;
}

/** The findings of a folder as if the buffers were saved. */
export interface FolderReport {
  /** The diagnostics of each file that has any, by the file's URI. */
  readonly byUri: ReadonlyMap<string, readonly Diagnostic[]>;
  /** The versions of the buffers that were checked, by their URIs. */
  readonly versions: ReadonlyMap<string, number>;
  readonly uriOf: (file: string) => string;
  /** Whether a project was checked, instead of only open documents. */
  readonly isProject: boolean;
}

/**
 * A folder that an editor has open. After each change, a thread checks its project, or its open documents, one check at
 * a time.
 */
export class FolderSession {
  readonly files: FolderFiles;
  readonly #configFile: string | undefined;
  readonly #editor: Editor;
  readonly #checker: FolderChecker;
  readonly #check: CoalescedTask;
  readonly #pause = new EditPause();
  /** The number of edits when the last check started. */
  #checkedEdits = 0;
  #isClosed = false;
  #report: FolderReport | undefined;
  #declared: DeclaredNames | undefined;

  /**
   * `root` is the absolute path of the configuration's folder. Without a configuration, only open documents are
   * checked.
   */
  constructor(root: string, configFile: string | undefined, editor: Editor) {
    this.files = new FolderFiles(root, editor.buffers);
    this.#configFile = configFile;
    this.#editor = editor;
    this.#checker = new FolderChecker({ root, configFile }, editor.logError);
    this.#check = coalesce(() => this.#run());
  }

  /** Whether its configuration is on disk or open. */
  get hasConfiguration(): boolean {
    return this.#configFile !== undefined && this.files.has(this.#configFile);
  }

  /** The findings of a file in the last completed check. */
  diagnosticsOf(uri: string): readonly LspDiagnostic[] {
    const { byUri, uriOf = String } = this.#report ?? {};
    return (byUri?.get(uri) ?? []).map((diagnostic) => toLspDiagnostic(diagnostic, uriOf));
  }

  /** The version of a buffer in the last completed check. */
  versionOf(uri: string): number | undefined {
    return this.#report?.versions.get(uri);
  }

  /** The findings of the last completed check, which may be about an earlier text. */
  get lastReport(): FolderReport | undefined {
    return this.#report;
  }

  /** The declared names that a check has read last; undefined before the first such check. */
  get declared(): DeclaredNames | undefined {
    return this.#declared;
  }

  /** The findings after all changes; undefined if the folder has no configuration and nothing is open. */
  async currentReport(): Promise<FolderReport | undefined> {
    await this.#check.idle();
    return this.#report;
  }

  relint(): void {
    this.#pause.count();
    this.#checker.supersede();
    this.#check.trigger();
  }

  /** Stops the running check and its thread. */
  async end(): Promise<void> {
    this.#isClosed = true;
    await this.#checker.close();
    await this.#check.stop();
  }

  /** Ends the session, and removes its findings from the editor. */
  async close(): Promise<void> {
    await this.end();
    this.#show(undefined);
  }

  async #run(): Promise<void> {
    // Edits that the last check waited for have already been checked.
    if (this.#pause.edits === this.#checkedEdits) return;
    await this.#pause.wait();
    if (this.#isClosed) return;
    this.#checkedEdits = this.#pause.edits;
    const { open } = this.files;
    if (!this.hasConfiguration && open.size === 0) return this.#show(undefined);
    try {
      await this.#checkBuffers(open);
    } catch (error) {
      this.#editor.logError(`The folder ${this.files.root} could not be linted: ${String(error)}`);
    }
  }

  async #checkBuffers(open: ReadonlyMap<string, OpenBuffer>): Promise<void> {
    const texts = new Map([...open].map(([file, { text }]) => [file, text]));
    const findings = await this.#checker.check(texts);
    if (!findings || this.#isClosed) return;
    this.#declared = findings.declared ?? this.#declared;
    // Findings in a text that has been edited since are never shown: the next check reads the new text.
    if (this.#pause.edits === this.#checkedEdits) this.#show(toReport(findings, this.files.root, open));
  }

  /** Stores a report, and refreshes its files and those whose diagnostics have disappeared. */
  #show(report: FolderReport | undefined): void {
    const isOtherKind = report !== undefined && report.isProject !== this.#report?.isProject;
    // Sessions without a project do not report files of a project, so this change affects all open files.
    const open = isOtherKind ? [...report.versions.keys()] : [];
    const uris = [...open, ...[this.#report, report].flatMap((one) => [...(one?.byUri.keys() ?? [])])];
    this.#report = report;
    this.#editor.refresh([...new Set(uris)]);
  }
}

function toReport(
  { diagnostics, isProject }: FolderFindings,
  root: string,
  open: ReadonlyMap<string, OpenBuffer>,
): FolderReport {
  const uriOf = (file: string) => open.get(file)?.uri ?? pathToFileURL(join(root, file)).href;
  const byFile = Map.groupBy(diagnostics, ({ at }) => at.file);
  return {
    isProject,
    uriOf,
    byUri: new Map([...byFile].map(([file, found]) => [uriOf(file), found])),
    versions: new Map([...open.values()].map(({ uri, version }) => [uri, version])),
  };
}
