import { digestOf } from '../../compiled/digest.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { placeOf, type Place } from '../../source/place.ts';
import type { SourceTree } from '../../source/source-tree.ts';
import type { GatewayDeclaration } from '../declaration/gateway.ts';
import type { DefinitionMemory } from '../workspace/definition-memory.ts';
import { baselineFile, ignoreFile } from '../workspace/excuses.ts';
import { toDiagnostic } from '../workspace/finding.ts';
import type { SourceFile } from '../workspace/source-file.ts';
import type { Sources } from '../workspace/sources.ts';
import type { Declared, Workspace } from '../workspace/workspace.ts';
import { explainFailure } from './explain-failure.ts';
import { loadDefinitions, type LoadOptions } from './load-definitions.ts';
import { loadExcuses } from './load-excuses.ts';
import { mayDeclare } from './may-declare.ts';
import {
  emptyDeclarations,
  hasDeclarations,
  readDeclarations,
  type Declarations,
} from './read-declarations.ts';
import { SourceFiles, syntaxDiagnostics } from './source-files.ts';
import { explainLargeFile, explainStrayFiles, type FileSizes } from './stray-files.ts';

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
const defaultSizes: FileSizes = { declarationBytes: 1024 ** 2, definitionBytes: 64 * 1024 ** 2 };

/**
 * Reads the configuration, every declaration that its globs find, and the OpenAPI documents that those name; those
 * that a memory knows are not parsed, so that nothing can be compiled from what comes back.
 */
export async function load(
  tree: SourceTree,
  configFile: string,
  { memory, progress }: LoadOptions = {},
): Promise<LoadResult> {
  const sources = new SourceFiles(tree);
  const diagnostics: Diagnostic[] = [];
  const declarations = emptyDeclarations();
  const gateway = await loadGateway(sources, configFile, declarations, diagnostics);
  if (!gateway) return { diagnostics, sources };
  const sizes = { ...defaultSizes, ...gateway.value.sizes };
  await memory?.open(JSON.stringify(gateway.value.lint ?? {}));
  const listed = await listSources(sources, gateway, diagnostics);
  const paths = listed.filter((path) => ![configFile, ignoreFile, baselineFile].includes(path));
  const undecided = await loadDeclarations(sources, paths, sizes, declarations, diagnostics, memory);
  const { apis, files } = await loadDefinitions(
    sources,
    declarations.valid.Api,
    sizes.definitionBytes,
    diagnostics,
    { memory, progress },
  );
  diagnostics.push(...secondGateways(declarations, sources));
  const unused = undecided.filter((path) => !files.has(path));
  diagnostics.push(...(await explainStrayFiles(unused, sizes, sources, diagnostics)));
  const { Application: applications, Subscription: subscriptions, Tier: tiers } = declarations.valid;
  const { names } = declarations;
  const excuses = await loadExcuses(sources, sizes.definitionBytes, diagnostics);
  const workspace = { gateway, apis, applications, subscriptions, tiers, names, sources, excuses };
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
  diagnostics.push(
    ...syntaxDiagnostics(read.file),
    ...(await readDeclarations(read.file, sources, declarations)),
  );
  const gateway = declarations.valid.Gateway[0];
  if (!gateway && diagnostics.length === 0) diagnostics.push(gatewayMissing(configFile, sources));
  return gateway;
}

/** Reads what the globs find; the files without declarations come back, since they may be parts of definitions. */
async function loadDeclarations(
  sources: SourceFiles,
  paths: readonly string[],
  sizes: FileSizes,
  declarations: Declarations,
  diagnostics: Diagnostic[],
  memory?: DefinitionMemory,
): Promise<readonly string[]> {
  const undecided: string[] = [];
  for (const path of paths) {
    const file = await loadIfDeclaring(sources, path, sizes.definitionBytes, memory);
    if (!file) {
      undecided.push(path);
      continue;
    }
    diagnostics.push(...syntaxDiagnostics(file), ...explainLargeFile(file, sizes.declarationBytes, sources));
    diagnostics.push(...(await readDeclarations(file, sources, declarations)));
  }
  return undecided;
}

/** A file with declarations; undefined where it has none, which most definitions tell without being parsed. */
async function loadIfDeclaring(
  sources: SourceFiles,
  path: string,
  maxBytes: number,
  memory?: DefinitionMemory,
): Promise<SourceFile | undefined> {
  const text = await sources.read(path, maxBytes);
  if ('failure' in text || !mayDeclare(text.text) || isKnownPart(path, text.text, memory)) return undefined;
  const read = await sources.load(path, maxBytes);
  return 'file' in read && hasDeclarations(read.file) ? read.file : undefined;
}

function isKnownPart(path: string, text: string, memory: DefinitionMemory | undefined): boolean {
  const digest = memory?.digestOfPart(path);
  return digest !== undefined && digest === digestOf(text);
}

/** What the globs find. One that finds nothing is as good as an API that is gone, so it is an error. */
async function listSources(
  sources: SourceFiles,
  { value, place }: Declared<GatewayDeclaration>,
  diagnostics: Diagnostic[],
): Promise<readonly string[]> {
  if (!value.sources) return listDefaultSources(sources, place, diagnostics);
  const found = new Set<string>();
  for (const [index, glob] of value.sources.entries()) {
    const paths = await sources.list([glob]);
    for (const path of paths) found.add(path);
    if (paths.length === 0) diagnostics.push(emptyGlob(glob, placeOf(place, 'sources', index), sources));
  }
  return [...found].toSorted();
}

async function listDefaultSources(
  sources: SourceFiles,
  place: Place,
  diagnostics: Diagnostic[],
): Promise<readonly string[]> {
  const paths = await sources.list(defaultSources);
  if (paths.length > 0) return paths;
  const finding = {
    at: place,
    message: 'Nothing is declared in apis, applications and tiers beside this file.',
    help: 'Declare an API with `gatewright add api`, or name other places in `sources`.',
  };
  diagnostics.push(toDiagnostic('sources-empty', 'warning', finding, sources));
  return paths;
}

function emptyGlob(glob: string, at: Place, sources: Sources): Diagnostic {
  const finding = {
    at,
    message: `No file matches ${glob}.`,
    help: 'Check its spelling, or take it out; it is relative to this file, and ** stands for any folders.',
  };
  return toDiagnostic('sources-empty', 'error', finding, sources);
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
