import { dirname, relative, sep } from 'node:path';
import { countDiagnostics } from '../../diagnostic/diagnostic.ts';
import { UnknownDeploymentError } from '../../pipeline.ts';
import { type Builder, createBuilder, type Rebuilt } from '../../pipeline/create-builder.ts';
import { diskSourceTree } from '../../platform/files/disk-source-tree.ts';
import type { FindingsFile } from '../../platform/files/findings-file.ts';
import type { ChangedFiles } from '../../platform/files/watch-folder.ts';
import type { GatewaySource, LocalSource } from '../gateway-options.ts';
import { SecretReferences } from '../services/read-secrets.ts';
import { failReading, type SourceReading } from './source-reading.ts';
import { TableReader } from './table-reader.ts';
import type { TableVerifier } from './table-verifier.ts';

/** The folder that secret files are relative to: that of the configuration or of the table, unless one is named. */
export function folderOf(source: GatewaySource): string {
  if ('secretsFolder' in source) return source.secretsFolder;
  return source.kind === 'folder' ? source.root : dirname(source.file);
}

type FolderSource = LocalSource & { readonly kind: 'folder' };

/** Reads sources or tables for one deployment, repeatedly: unchanged parts are not compiled again. */
export class SourceReader {
  readonly #deployment: string;
  readonly #references = new SecretReferences();
  #folder: { readonly root: string; readonly builder: Builder } | undefined;
  readonly #findings: FindingsFile | undefined;
  readonly #tables: TableReader;

  /** Findings are kept for the next start where there is a file for them; tables are read as `TableReader` says. */
  constructor(deployment: string, findings?: FindingsFile, verifier?: TableVerifier) {
    this.#deployment = deployment;
    this.#findings = findings;
    this.#tables = new TableReader(deployment, verifier);
  }

  /** Compiles the sources, or reads the table. What is wrong with them is a value. */
  read(source: LocalSource, changed: ChangedFiles): Promise<SourceReading> {
    return source.kind === 'folder'
      ? this.#compileFolder(source, changed)
      : this.#tables.readFile(source.file);
  }

  async #compileFolder(source: FolderSource, changed: ChangedFiles): Promise<SourceReading> {
    const { root } = source;
    const isFirst = this.#folder?.root !== root;
    try {
      const result = await this.#builderFor(source).build(toSourcePaths(changed, root));
      if (isFirst) await this.#keepFindings();
      return this.#toReading(result);
    } catch (error) {
      if (error instanceof UnknownDeploymentError) return failReading(error.message);
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
    if (packed) {
      const references = this.#references.listIn(packed);
      return { ok: true, table: packed, references, sources, diagnostics, ...(workspace && { workspace }) };
    }
    const { error } = countDiagnostics(diagnostics);
    const message = `The sources have ${error} ${error === 1 ? 'error' : 'errors'}.`;
    return { ok: false, failure: { message, diagnostics, sources } };
  }
}

/** Paths relative to the folder, with `/`; paths outside of it are not sources. */
function toSourcePaths(changed: ChangedFiles, root: string): ChangedFiles {
  if (changed === 'all') return changed;
  const paths = [...changed].map((path) => relative(root, path).split(sep).join('/'));
  return new Set(paths.filter((path) => !path.startsWith('../')));
}
