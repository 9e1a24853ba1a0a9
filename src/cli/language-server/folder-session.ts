import type { Diagnostic as LspDiagnostic } from 'vscode-languageserver/node';
import { BuildStore } from '../../compiler/workspace/build-store.ts';
import { coalesce, type CoalescedTask } from '../../serve/sources/coalesce.ts';
import { EditPause } from './edit-pause.ts';
import { type FolderReport, lintFolder, type OpenBuffer } from './lint-folder.ts';
import { toLspDiagnostic } from './to-lsp-diagnostic.ts';

/** What a session needs from the editor that it serves. */
export interface Editor {
  readonly buffers: () => readonly OpenBuffer[];
  /** Makes the editor show the findings of some files again. */
  readonly refresh: (uris: readonly string[]) => void;
  readonly logError: (message: string) => void;
}

/** One configuration that an editor has open: linted again after each change, one run at a time. */
export class FolderSession {
  readonly #root: string;
  readonly #configFile: string;
  readonly #editor: Editor;
  readonly #store = new BuildStore('many');
  readonly #lint: CoalescedTask;
  readonly #pause = new EditPause();
  /** The number of edits that the last run knew. */
  #checkedEdits = 0;
  #report: FolderReport | undefined;

  /** `root` is the folder of the configuration, absolute. */
  constructor(root: string, configFile: string, editor: Editor) {
    this.#root = root;
    this.#configFile = configFile;
    this.#editor = editor;
    this.#lint = coalesce(() => this.#run());
  }

  /** The findings of a file in the last completed run. */
  diagnosticsOf(uri: string): readonly LspDiagnostic[] {
    const { byUri, uriOf = String } = this.#report ?? {};
    return (byUri?.get(uri) ?? []).map((diagnostic) => toLspDiagnostic(diagnostic, uriOf));
  }

  /** The version of a buffer that the last completed run was about. */
  versionOf(uri: string): number | undefined {
    return this.#report?.versions.get(uri);
  }

  /** The findings after all changes; undefined if the folder has no configuration. */
  async currentReport(): Promise<FolderReport | undefined> {
    await this.#lint.settled();
    return this.#report;
  }

  /** The findings of the last completed run, which may be about an earlier text. */
  get lastReport(): FolderReport | undefined {
    return this.#report;
  }

  relint(): void {
    this.#pause.count();
    this.#lint.trigger();
  }

  async close(): Promise<void> {
    await this.#lint.stop();
    this.#show(undefined);
  }

  async #run(): Promise<void> {
    // Edits that the last run waited for have already been checked.
    if (this.#pause.edits === this.#checkedEdits) return;
    await this.#pause.wait();
    this.#checkedEdits = this.#pause.edits;
    try {
      this.#show(await lintFolder(this.#root, this.#configFile, this.#editor.buffers(), this.#store));
    } catch (error) {
      this.#editor.logError(`The folder ${this.#root} could not be linted: ${String(error)}`);
    }
  }

  /** Files that had diagnostics and have none now are refreshed as well. */
  #show(report: FolderReport | undefined): void {
    const uris = [this.#report, report].flatMap((one) => [...(one?.byUri.keys() ?? [])]);
    this.#report = report;
    this.#editor.refresh([...new Set(uris)]);
  }
}
