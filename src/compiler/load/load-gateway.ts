import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { GatewayDeclaration } from '#compiler/kinds/gateway/declaration.ts';
import { toDiagnostic } from '#compiler/workspace/finding.ts';
import type { Sources } from '#compiler/workspace/sources.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import { explainFailure } from './explain-failure.ts';
import { defaultSizes, syntaxDiagnostics } from './files/source-files.ts';
import type { Loading } from './files/loading.ts';
import { addDeclarations, readDeclarations } from './read-declarations.ts';

/** Returns a changed copy of a configuration. */
export type Configure = (gateway: GatewayDeclaration) => GatewayDeclaration;

/** Reads the configuration. If it contains no usable Gateway document, adds diagnostics and returns undefined. */
export async function loadGateway(
  configFile: string,
  { sources, declarations, diagnostics }: Loading,
  configure?: Configure,
): Promise<Declared<GatewayDeclaration> | undefined> {
  const read = await sources.load(configFile, defaultSizes.declarationBytes);
  if ('failure' in read) {
    const failure = explainFailure(read.failure, configFile, defaultSizes.declarationBytes);
    const finding = { at: startOf(configFile), ...failure };
    diagnostics.push(toDiagnostic('config-unreadable', 'error', finding, sources));
    return undefined;
  }
  diagnostics.push(...syntaxDiagnostics(read.file));
  const found = await readDeclarations(read.file, sources);
  diagnostics.push(...found.diagnostics);
  addDeclarations(found, declarations);
  const { Gateway } = declarations.valid;
  const [gateway] = Gateway;
  if (!gateway && diagnostics.length === 0) diagnostics.push(gatewayMissing(configFile, sources));
  if (gateway && configure) Gateway[0] = { ...gateway, value: configure(gateway.value) };
  return Gateway[0];
}

function gatewayMissing(configFile: string, sources: Sources): Diagnostic {
  const finding = {
    at: startOf(configFile),
    message: 'This file contains no document of kind Gateway.',
    help: 'Start the file with `kind: Gateway`, or create a new one with `gatewright init`.',
  };
  return toDiagnostic('gateway-missing', 'error', finding, sources);
}

/** Reports each Gateway document after the first one. */
export function reportFurtherGateways({ sources, declarations, diagnostics }: Loading): void {
  const [first, ...others] = declarations.valid.Gateway;
  for (const { place } of others) {
    const finding = {
      at: place,
      message: 'This is a second document of kind Gateway.',
      help: 'Keep one, and put the differences between deployments under `deployments`.',
      related: [{ message: 'first declared here', at: first?.place ?? place }],
    };
    diagnostics.push(toDiagnostic('gateway-duplicate', 'error', finding, sources));
  }
}

function startOf(file: string) {
  return { file, document: 0, pointer: '' };
}
