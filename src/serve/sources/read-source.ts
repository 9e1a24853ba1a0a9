import { relative, sep } from 'node:path';
import { countDiagnostics } from '#diagnostic/diagnostic.ts';
import { UnknownDeploymentError } from '#pipeline.ts';
import type { BuildStore } from '#compiler/workspace/build-store.ts';
import { type Builder, createBuilder } from '#pipeline/create-builder.ts';
import { Isolation, type IsolatingResult } from '#pipeline/isolate/isolation.ts';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import type { ChangedFiles } from '#platform/files/watch-folder.ts';
import type { LocalSource } from '../served/gateway-options.ts';
import { SecretReferences } from './read-secrets.ts';
import type { FindingsFile } from './findings-file.ts';
import { describeHeld } from '../served/held-part.ts';
import type { SavedState } from './saved/saved-state.ts';
import { failReading, type SourceReading } from './source-reading.ts';
import { TableReader } from './table-reader.ts';
import type { TableVerifier } from './table-verifier.ts';

type FolderSource = LocalSource & { readonly kind: 'folder' };

interface BuiltFolder {
  readonly root: string;
  readonly builder: Builder;
  /** Present if findings are saved for the next start. */
  readonly store: BuildStore | undefined;
}

/** Reads sources or tables for one deployment, repeatedly. Unchanged parts are not compiled again. */
export class SourceReader {
  readonly #deployment: string;
  readonly #references = new SecretReferences();
  #folder: BuiltFolder | undefined;
  readonly #findings: FindingsFile | undefined;
  readonly #tables: TableReader;
  readonly #savedState: SavedState | undefined;
  readonly #isolation: Isolation;
  /** The configuration file of the folder that was read last. */
  #configFile = '';

  /**
   * With `findings`, saves findings for the next start. Tables are read by a `TableReader`. With `savedState`, parts of
   * sources that have errors are replaced by their last served version.
   */
  constructor(
    deployment: string,
    findings?: FindingsFile,
    verifier?: TableVerifier,
    savedState?: SavedState,
  ) {
    this.#deployment = deployment;
    this.#findings = findings;
    this.#tables = new TableReader(deployment, verifier);
    this.#savedState = savedState;
    this.#isolation = new Isolation(
      async () =>
        (await savedState?.read(this.#configFile)) ?? { sources: undefined, withheld: { newest: new Map() } },
    );
  }

  /** Call this when the content that was read last is served. */
  accept(): void {
    const served = this.#isolation.accept();
    if (served) this.#savedState?.keep(served);
  }

  /** Compiles the sources or reads the table. Errors in them are returned as a value. */
  read(source: LocalSource, changed: ChangedFiles): Promise<SourceReading> {
    return source.kind === 'folder'
      ? this.#compileFolder(source, changed)
      : this.#tables.readFile(source.file);
  }

  async #compileFolder(source: FolderSource, changed: ChangedFiles): Promise<SourceReading> {
    const { root } = source;
    const isFirst = this.#folder?.root !== root;
    const { builder, store } = await this.#openFolder(source);
    try {
      this.#configFile = source.configFile;
      const result = await this.#isolation.build(builder, source.configFile, toSourcePaths(changed, root));
      if (isFirst && store) await this.#saveFindings(store);
      this.#savedState?.note(result.held.keys());
      return this.#toReading(result);
    } catch (error) {
      if (error instanceof UnknownDeploymentError) return failReading(error.message);
      throw error;
    }
  }

  async #openFolder({ root, configFile }: FolderSource): Promise<BuiltFolder> {
    if (this.#folder?.root === root) return this.#folder;
    const store = await this.#findings?.open('many');
    const builder = createBuilder(diskSourceTree(root), configFile, this.#deployment, store);
    this.#folder = { root, builder, store };
    return this.#folder;
  }

  /** Saves findings, and ignores write errors: unsaved findings are computed again at the next start. */
  async #saveFindings(store: BuildStore): Promise<void> {
    await this.#findings?.save(store).catch(() => undefined);
  }

  #toReading({ newest, served, held }: IsolatingResult): SourceReading {
    const { packed: _, compiled: __, ...checked } = newest;
    const { diagnostics, sources } = checked;
    const parts = describeHeld(held, (part) => this.#savedState?.sinceOf(part) ?? 0);
    if (served) {
      const { table, workspace } = served;
      const covers = (file: string) => sources.covers(file) || served.sources.covers(file);
      const references = this.#references.listIn(table);
      const read = { sources: { covers, text: (file: string) => sources.text(file) }, workspace, checked };
      return { ok: true, table, references, held: parts, diagnostics: served.diagnostics, ...read };
    }
    const { error } = countDiagnostics(diagnostics);
    const message = `The sources have ${error} ${error === 1 ? 'error' : 'errors'}.`;
    return { ok: false, failure: { message, diagnostics, sources, checked } };
  }
}

/**
 * Converts absolute paths to paths relative to the folder, with `/`. Drops paths outside the folder, which are not
 * sources.
 */
function toSourcePaths(changed: ChangedFiles, root: string): ChangedFiles {
  if (changed === 'all') return changed;
  const paths = [...changed].map((path) => relative(root, path).split(sep).join('/'));
  return new Set(paths.filter((path) => !path.startsWith('../')));
}
