import type { Diagnostic as LspDiagnostic } from 'vscode-languageserver/node';
import { coalesce, type CoalescedTask } from '../../serve/coalesce.ts';
import { lintFolder, type FolderReport, type OpenBuffer } from './lint-folder.ts';
import { toLspDiagnostic } from './to-lsp-diagnostic.ts';

/** What a session asks of the editor that it serves. */
export interface Editor {
  readonly buffers: () => readonly OpenBuffer[];
  /** Replaces what the editor shows of a file. */
  readonly publish: (uri: string, diagnostics: readonly LspDiagnostic[]) => void;
  readonly logError: (message: string) => void;
}

/** One configuration that an editor has open: linted anew after each change, one run at a time. */
export class FolderSession {
  readonly root: string;
  readonly #configFile: string;
  readonly #editor: Editor;
  readonly #lint: CoalescedTask;
  #report: FolderReport | undefined;
  #published: ReadonlySet<string> = new Set();

  constructor(root: string, configFile: string, editor: Editor) {
    this.root = root;
    this.#configFile = configFile;
    this.#editor = editor;
    this.#lint = coalesce(() => this.#run());
  }

  /** Of the last run that ended; undefined where the folder has no configuration. */
  get report(): FolderReport | undefined {
    return this.#report;
  }

  relint(): void {
    this.#lint.trigger();
  }

  async close(): Promise<void> {
    await this.#lint.stop();
    this.#publish(new Map());
  }

  async #run(): Promise<void> {
    try {
      this.#report = await lintFolder(this.root, this.#configFile, this.#editor.buffers());
      this.#publish(this.#report?.byUri ?? new Map());
    } catch (error) {
      this.#editor.logError(`The folder ${this.root} could not be linted: ${String(error)}`);
    }
  }

  /** Files that had diagnostics and have none now are told to the editor as well. */
  #publish(byUri: FolderReport['byUri']): void {
    const uriOf = this.#report?.uriOf ?? ((file: string) => file);
    for (const [uri, diagnostics] of byUri) {
      this.#editor.publish(
        uri,
        diagnostics.map((diagnostic) => toLspDiagnostic(diagnostic, uriOf)),
      );
    }
    for (const uri of this.#published) if (!byUri.has(uri)) this.#editor.publish(uri, []);
    this.#published = new Set(byUri.keys());
  }
}
