import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Compiled } from '../compiled/compiled.ts';
import { readTable, TableError } from '../compiled/table.ts';
import type { Sources } from '../compiler/workspace/sources.ts';
import type { Workspace } from '../compiler/workspace/workspace.ts';
import { countDiagnostics } from '../diagnostic/count-diagnostics.ts';
import { build, UnknownDeploymentError, type BuildResult } from '../pipeline.ts';
import { explainSystemError } from '../platform/explain-system-error.ts';
import { diskSourceTree } from '../platform/disk-source-tree.ts';
import type { LoadFailure } from './gateway-event.ts';
import type { GatewaySource } from './gateway-options.ts';

export type SourceReading =
  | {
      readonly ok: true;
      readonly compiled: Compiled;
      /** Both absent where the source is a table. */
      readonly sources?: Sources;
      readonly workspace?: Workspace;
    }
  | { readonly ok: false; readonly failure: LoadFailure };

/** The folder that secret files are relative to: that of the configuration, or of the table. */
export function folderOf(source: GatewaySource): string {
  return source.kind === 'folder' ? source.root : dirname(source.file);
}

/** Compiles the sources, or reads the table, for one deployment. What is wrong with them is a value. */
export function readSource(source: GatewaySource, deployment: string): Promise<SourceReading> {
  return source.kind === 'folder'
    ? compileFolder(source.root, source.configFile, deployment)
    : readTableFile(source.file, deployment);
}

async function compileFolder(root: string, configFile: string, deployment: string): Promise<SourceReading> {
  try {
    return toReading(await build(diskSourceTree(root), configFile, deployment));
  } catch (error) {
    if (error instanceof UnknownDeploymentError) return fail(error.message);
    throw error;
  }
}

function toReading({ compiled, diagnostics, sources, workspace }: BuildResult): SourceReading {
  if (compiled) return { ok: true, compiled, sources, ...(workspace && { workspace }) };
  const { error } = countDiagnostics(diagnostics);
  const message = `The sources have ${error} ${error === 1 ? 'error' : 'errors'}.`;
  return { ok: false, failure: { message, diagnostics, sources } };
}

/** Reads a route table from a file, and checks that it was compiled for the deployment. */
async function readTableFile(file: string, deployment: string): Promise<SourceReading> {
  try {
    const compiled = readTable(await readFile(file, 'utf8'));
    const compiledFor = compiled.manifest.deployment;
    if (compiledFor === deployment) return { ok: true, compiled };
    return fail(
      `The route table ${file} was compiled for the deployment ${compiledFor}, not for ${deployment}.`,
    );
  } catch (error) {
    if (error instanceof TableError) return fail(error.message);
    if (error instanceof Error && 'code' in error)
      return fail(`The route table ${file} cannot be read (${explainSystemError(error)}).`);
    throw error;
  }
}

function fail(message: string): SourceReading {
  return { ok: false, failure: { message, diagnostics: [] } };
}
