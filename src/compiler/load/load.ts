import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { Place } from '../../source/place.ts';
import type { SourceTree } from '../../source/source-tree.ts';
import type { GatewayDeclaration } from '../declaration/gateway.ts';
import { toDiagnostic } from '../workspace/finding.ts';
import type { SourceFile } from '../workspace/source-file.ts';
import type { Sources } from '../workspace/sources.ts';
import type { Declared, Workspace } from '../workspace/workspace.ts';
import { explainFailure } from './explain-failure.ts';
import { loadDefinitions } from './load-definitions.ts';
import {
  emptyDeclarations,
  hasDeclarations,
  readDeclarations,
  type Declarations,
} from './read-declarations.ts';
import { SourceFiles, syntaxDiagnostics } from './source-files.ts';

export interface LoadResult {
  /** What could be read; absent only where there is no usable Gateway document. */
  readonly workspace?: Workspace;
  /** Unsorted. */
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;
}

const defaultSources = ['apis', 'applications', 'tiers'].flatMap((folder) => [
  `${folder}/**/*.yaml`,
  `${folder}/**/*.yml`,
  `${folder}.yaml`,
]);
const defaultSizes = { declarationBytes: 1024 ** 2, definitionBytes: 64 * 1024 ** 2 };

/** Reads the configuration, every declaration that its globs find, and the OpenAPI documents that those name. */
export async function load(tree: SourceTree, configFile: string): Promise<LoadResult> {
  const sources = new SourceFiles(tree);
  const diagnostics: Diagnostic[] = [];
  const declarations = emptyDeclarations();
  const gateway = await loadGateway(sources, configFile, declarations, diagnostics);
  if (!gateway) return { diagnostics, sources };
  const sizes = { ...defaultSizes, ...gateway.value.sizes };
  const undecided = await loadDeclarations(sources, gateway, configFile, sizes, declarations, diagnostics);
  const { apis, files } = await loadDefinitions(
    sources,
    declarations.valid.Api,
    sizes.definitionBytes,
    diagnostics,
  );
  diagnostics.push(...explainStrayFiles(undecided, files, sizes, sources));
  diagnostics.push(...secondGateways(declarations, sources));
  const { Application: applications, Subscription: subscriptions, Tier: tiers } = declarations.valid;
  const workspace = { gateway, apis, applications, subscriptions, tiers, names: declarations.names, sources };
  return { workspace, diagnostics, sources };
}

async function loadGateway(
  sources: SourceFiles,
  configFile: string,
  declarations: Declarations,
  diagnostics: Diagnostic[],
): Promise<Declared<GatewayDeclaration> | undefined> {
  const read = await sources.load(configFile, defaultSizes.declarationBytes);
  if ('failure' in read) {
    const at = { file: configFile, document: 0, pointer: '' };
    const finding = { at, ...explainFailure(read.failure, configFile, defaultSizes.declarationBytes) };
    diagnostics.push(toDiagnostic('config-unreadable', 'error', finding, sources));
    return undefined;
  }
  diagnostics.push(...syntaxDiagnostics(read.file), ...readDeclarations(read.file, sources, declarations));
  const gateway = declarations.valid.Gateway[0];
  if (!gateway && diagnostics.length === 0) diagnostics.push(gatewayMissing(configFile, sources));
  return gateway;
}

/** Reads what the globs find; the files without declarations come back, since they may be parts of definitions. */
async function loadDeclarations(
  sources: SourceFiles,
  gateway: Declared<GatewayDeclaration>,
  configFile: string,
  sizes: typeof defaultSizes,
  declarations: Declarations,
  diagnostics: Diagnostic[],
): Promise<readonly string[]> {
  const undecided: string[] = [];
  for (const path of await sources.list(gateway.value.sources ?? defaultSources)) {
    if (path === configFile) continue;
    const read = await sources.load(path, sizes.definitionBytes);
    if ('failure' in read || !hasDeclarations(read.file)) {
      undecided.push(path);
    } else {
      diagnostics.push(
        ...syntaxDiagnostics(read.file),
        ...tooLarge(read.file, sizes.declarationBytes, sources),
      );
      diagnostics.push(...readDeclarations(read.file, sources, declarations));
    }
  }
  return undecided;
}

function unreadable(
  path: string,
  failure: Parameters<typeof explainFailure>[0],
  maxBytes: number,
  sources: Sources,
): Diagnostic {
  const finding = { at: startOf(path), ...explainFailure(failure, path, maxBytes) };
  return toDiagnostic('file-unreadable', 'error', finding, sources);
}

function tooLarge(file: SourceFile, maxBytes: number, sources: Sources): readonly Diagnostic[] {
  if (Buffer.byteLength(file.text) <= maxBytes) return [];
  return [unreadable(file.path, 'too-large', maxBytes, sources)];
}

/** Files that the globs find and that are neither declarations nor part of a definition. */
function explainStrayFiles(
  undecided: readonly string[],
  used: ReadonlySet<string>,
  sizes: typeof defaultSizes,
  sources: SourceFiles,
): readonly Diagnostic[] {
  return undecided
    .filter((path) => !used.has(path))
    .flatMap((path) => explainStrayFile(path, sizes, sources));
}

function explainStrayFile(
  path: string,
  sizes: typeof defaultSizes,
  sources: SourceFiles,
): readonly Diagnostic[] {
  const read = sources.get(path);
  if (!read) return [];
  if ('failure' in read) return [unreadable(path, read.failure, sizes.definitionBytes, sources)];
  const problems = [...syntaxDiagnostics(read.file), ...tooLarge(read.file, sizes.declarationBytes, sources)];
  return problems.length > 0 ? problems : [strayFile(path, sources)];
}

function strayFile(path: string, sources: Sources): Diagnostic {
  const finding = {
    at: startOf(path),
    message: 'This file holds no declaration, and no API uses it in its definition.',
    help: 'Give each of its documents a `kind`, name it in an API, or leave it out of `sources` in the configuration.',
  };
  return toDiagnostic('stray-file', 'warning', finding, sources);
}

function gatewayMissing(configFile: string, sources: Sources): Diagnostic {
  const finding = {
    at: startOf(configFile),
    message: 'There is no document of kind Gateway here.',
    help: 'Begin the file with `kind: Gateway`, or write a new one with `gatewright init`.',
  };
  return toDiagnostic('gateway-missing', 'error', finding, sources);
}

function secondGateways({ valid }: Declarations, sources: Sources): readonly Diagnostic[] {
  const [first, ...others] = valid.Gateway;
  return others.map(({ place }) =>
    toDiagnostic(
      'gateway-duplicate',
      'error',
      {
        at: place,
        message: 'There is a second document of kind Gateway here.',
        help: 'Keep one; what differs between deployments goes under `deployments`.',
        related: [{ message: 'first declared here', at: first?.place ?? place }],
      },
      sources,
    ),
  );
}

function startOf(file: string): Place {
  return { file, document: 0, pointer: '' };
}
