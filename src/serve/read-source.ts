import { readFile } from 'node:fs/promises';
import { dirname, relative, sep } from 'node:path';
import type { SecretReference } from '../compiled/manifest.ts';
import type { PackedTable } from '../compiled/packed-table.ts';
import { readPackedTable, TableError } from '../compiled/table.ts';
import type { Sources } from '../compiler/workspace/sources.ts';
import type { Workspace } from '../compiler/workspace/workspace.ts';
import { countDiagnostics } from '../diagnostic/count-diagnostics.ts';
import { UnknownDeploymentError } from '../pipeline.ts';
import { createBuilder, type Builder, type Rebuilt } from '../pipeline/create-builder.ts';
import { explainSystemError } from '../platform/explain-system-error.ts';
import type { ChangedFiles } from '../platform/watch-folder.ts';
import type { FindingsFile } from '../platform/findings-file.ts';
import { diskSourceTree } from '../platform/disk-source-tree.ts';
import type { LoadFailure } from './gateway-event.ts';
import type { GatewaySource, LocalSource } from './gateway-options.ts';
import { SecretReferences } from './read-secrets.ts';

export type SourceReading =
  | {
      readonly ok: true;
      readonly table: PackedTable;
      /** What secrets the table names. */
      readonly references: readonly SecretReference[];
      /** Both absent where the source is a table. */
      readonly sources?: Sources;
      readonly workspace?: Workspace;
      /** The commit that it was read from; absent where the source is no branch of a repository. */
      readonly commit?: string;
    }
  | { readonly ok: false; readonly failure: SourceFailure };

/** Why sources cannot be used, with the texts of all of them. */
export interface SourceFailure extends LoadFailure {
  readonly sources?: Sources;
}

/** The folder that secret files are relative to: that of the configuration or of the table, unless one is named. */
export function folderOf(source: GatewaySource): string {
  if (source.kind === 'git') return source.secretsFolder;
  return source.kind === 'folder' ? source.root : dirname(source.file);
}

type FolderSource = LocalSource & { readonly kind: 'folder' };

/** Reads sources or tables for one deployment, again and again: what has not changed since is not worked out anew. */
export class SourceReader {
  readonly #deployment: string;
  readonly #references = new SecretReferences();
  #folder: { readonly root: string; readonly builder: Builder } | undefined;
  readonly #findings: FindingsFile | undefined;

  /** Findings are kept for the next start where there is a file for them. */
  constructor(deployment: string, findings?: FindingsFile) {
    this.#deployment = deployment;
    this.#findings = findings;
  }

  /** Compiles the sources, or reads the table. What is wrong with them is a value. */
  read(source: LocalSource, changed: ChangedFiles): Promise<SourceReading> {
    return source.kind === 'folder' ? this.#compileFolder(source, changed) : this.#readTableFile(source.file);
  }

  async #compileFolder(source: FolderSource, changed: ChangedFiles): Promise<SourceReading> {
    const { root } = source;
    const isFirst = this.#folder?.root !== root;
    try {
      const result = await this.#builderFor(source).build(toSourcePaths(changed, root));
      if (isFirst) await this.#keepFindings();
      return this.#toReading(result);
    } catch (error) {
      if (error instanceof UnknownDeploymentError) return fail(error.message);
      throw error;
    }
  }

  #builderFor({ root, configFile }: FolderSource): Builder {
    if (this.#folder?.root !== root) {
      const tree = diskSourceTree(root);
      this.#folder = { root, builder: createBuilder(tree, configFile, this.#deployment, this.#findings) };
    }
    return this.#folder.builder;
  }

  /** What cannot be kept is found again at the next start, and that takes no more than time. */
  async #keepFindings(): Promise<void> {
    await this.#findings?.save().catch(() => undefined);
  }

  #toReading({ packed, diagnostics, sources, workspace }: Rebuilt): SourceReading {
    if (packed) return { ...this.#toGood(packed), sources, ...(workspace && { workspace }) };
    const { error } = countDiagnostics(diagnostics);
    const message = `The sources have ${error} ${error === 1 ? 'error' : 'errors'}.`;
    return { ok: false, failure: { message, diagnostics, sources } };
  }

  /** Reads a route table from a file, and checks that it was compiled for the deployment. */
  async #readTableFile(file: string): Promise<SourceReading> {
    try {
      const table = readPackedTable(await readFile(file));
      const compiledFor = table.manifest.deployment;
      if (compiledFor === this.#deployment) return this.#toGood(table);
      return fail(
        `The route table ${file} was compiled for the deployment ${compiledFor}, not for ${this.#deployment}.`,
      );
    } catch (error) {
      if (error instanceof TableError) return fail(error.message);
      if (error instanceof Error && 'code' in error)
        return fail(`The route table ${file} cannot be read (${explainSystemError(error)}).`);
      throw error;
    }
  }

  #toGood(table: PackedTable): SourceReading & { readonly ok: true } {
    return { ok: true, table, references: this.#references.listIn(table) };
  }
}

/** As sources name them; what is not below the folder is no source. */
function toSourcePaths(changed: ChangedFiles, root: string): ChangedFiles {
  if (changed === 'all') return changed;
  const paths = [...changed].map((path) => relative(root, path).split(sep).join('/'));
  return new Set(paths.filter((path) => !path.startsWith('../')));
}

function fail(message: string): SourceReading {
  return { ok: false, failure: { message, diagnostics: [] } };
}
