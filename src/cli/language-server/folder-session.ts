import type { Diagnostic as LspDiagnostic } from 'vscode-languageserver/node';
import type { Digest } from '../../compiled/digest.ts';
import type { DefinitionMemory, RememberedDefinition } from '../../compiler/workspace/definition-memory.ts';
import { coalesce, type CoalescedTask } from '../../serve/sources/coalesce.ts';
import { type FolderReport, lintFolder, type OpenBuffer } from './lint-folder.ts';
import { toLspDiagnostic } from './to-lsp-diagnostic.ts';

/** What a session asks of the editor that it serves. */
export interface Editor {
  readonly buffers: () => readonly OpenBuffer[];
  /** Has the editor show again what is known of some files. */
  readonly refresh: (uris: readonly string[]) => void;
  readonly logError: (message: string) => void;
}

/** One configuration that an editor has open: linted again after each change, one run at a time. */
export class FolderSession {
  readonly #root: string;
  readonly #configFile: string;
  readonly #editor: Editor;
  readonly #memory = new SessionMemory();
  readonly #lint: CoalescedTask;
  #report: FolderReport | undefined;

  /** `root` is the folder of the configuration, absolute. */
  constructor(root: string, configFile: string, editor: Editor) {
    this.#root = root;
    this.#configFile = configFile;
    this.#editor = editor;
    this.#lint = coalesce(() => this.#run());
  }

  /** What is found in a file by the last run that ended. */
  diagnosticsOf(uri: string): readonly LspDiagnostic[] {
    const { byUri, uriOf = String } = this.#report ?? {};
    return (byUri?.get(uri) ?? []).map((diagnostic) => toLspDiagnostic(diagnostic, uriOf));
  }

  /** What is found once all changes are taken in; undefined where the folder has no configuration. */
  async currentReport(): Promise<FolderReport | undefined> {
    await this.#lint.settled();
    return this.#report;
  }

  relint(): void {
    this.#lint.trigger();
  }

  async close(): Promise<void> {
    await this.#lint.stop();
    this.#show(undefined);
  }

  async #run(): Promise<void> {
    try {
      this.#show(await lintFolder(this.#root, this.#configFile, this.#editor.buffers(), this.#memory));
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

/** Remembers, as long as an editor has a folder open, what was found in the definitions that nobody is editing. */
class SessionMemory implements DefinitionMemory {
  #settings = '';
  readonly #definitions = new Map<string, RememberedDefinition>();
  readonly #withoutDeclarations = new Map<string, Digest>();

  async open(settings: string): Promise<void> {
    if (settings !== this.#settings) this.#definitions.clear();
    this.#settings = settings;
  }

  filesOf(definition: string): RememberedDefinition['files'] | undefined {
    return this.#definitions.get(definition)?.files;
  }

  async recall(definition: string): Promise<RememberedDefinition | undefined> {
    return this.#definitions.get(definition);
  }

  async keep(definition: string, remembered: RememberedDefinition): Promise<void> {
    this.#definitions.set(definition, remembered);
  }

  isWithoutDeclarations(file: string, digest: Digest): boolean {
    return this.#withoutDeclarations.get(file) === digest;
  }

  keepWithoutDeclarations(file: string, digest: Digest): void {
    this.#withoutDeclarations.set(file, digest);
  }
}
