import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import type { Definition } from '#compiler/workspace/workspace.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { CommandError } from '../command-error.ts';
import type { Io } from '../io.ts';
import { openFile } from '../lint/document-project.ts';

/** The OpenAPI document that traffic is compared with. */
export interface ObservedDocument {
  readonly definition: Definition;
  /** As it was read, without a byte order mark. */
  readonly text: string;
  /** The base paths of its servers, without trailing slashes; empty for a server at the root. */
  readonly basePaths: readonly string[];
  /** The origins of its servers that have an absolute URL. */
  readonly origins: readonly string[];
}

const maxBytes = 64 * 1024 ** 2;

/** Reads a document. Parts with errors are omitted, and reported. Throws a CommandError if no usable part remains. */
export async function openObserved(named: string, io: Io): Promise<ObservedDocument> {
  const { load } = await import('#compiler/load/load.ts');
  const project = await openFile(named, io);
  const read = await project.tree.read(project.document, maxBytes);
  const { workspace, diagnostics } = await load(project.tree, project.configFile);
  const api = workspace?.apis[0];
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const definition = api?.definition ?? api?.readablePart;
  if (!definition || !read.ok) throw unreadable(named, errors[0]);
  if (!api?.definition)
    io.stderr.write(
      `${named} has errors, and what has them is not compared; \`gatewright lint ${named}\` shows them.\n`,
    );
  const servers = [...serversOf(definition.contract)];
  return {
    definition,
    text: read.text,
    basePaths: servers.map(({ pathname }) => pathname.replace(/\/+$/, '')),
    origins: servers.filter(({ hostname }) => hostname !== relativeHost).map(({ origin }) => origin),
  };
}

function unreadable(named: string, error: Diagnostic | undefined): CommandError {
  const at = error && error.at.line > 1 ? ` at line ${error.at.line}, column ${error.at.column}` : '';
  return new CommandError(
    `${named} cannot be read${at}${error ? `: ${error.message}` : '.'}`,
    error?.help ?? `\`gatewright lint ${named}\` shows all of its problems.`,
  );
}

/** Stands for the host of a relative URL. */
const relativeHost = 'relative.invalid';

/** The servers of the document, of paths and of operations, with the defaults of their variables. */
function* serversOf(contract: JsonObject): Generator<URL> {
  const { basePath, host, paths, schemes } = contract;
  if (typeof basePath === 'string' || typeof host === 'string') {
    const scheme =
      Array.isArray(schemes) && schemes.includes('http') && !schemes.includes('https') ? 'http' : 'https';
    const authority = typeof host === 'string' ? host : relativeHost;
    yield* parseServer(`${scheme}://${authority}${typeof basePath === 'string' ? basePath : ''}`);
  }
  const items = isJsonObject(paths) ? Object.values(paths).filter(isJsonObject) : [];
  const operations = items.flatMap((item) => Object.values(item).filter(isJsonObject));
  for (const { servers } of [contract, ...items, ...operations]) {
    const list: readonly Json[] = Array.isArray(servers) ? servers : [];
    for (const server of list.filter(isJsonObject)) yield* parseServer(fillVariables(server));
  }
}

function fillVariables({ url, variables }: JsonObject): string {
  const named = isJsonObject(variables) ? variables : {};
  return (typeof url === 'string' ? url : '').replaceAll(/\{([^{}]*)\}/g, (written, name: string) => {
    const variable = named[name];
    return isJsonObject(variable) && typeof variable['default'] === 'string' ? variable['default'] : written;
  });
}

function* parseServer(url: string): Generator<URL> {
  const parsed = URL.parse(url, `https://${relativeHost}/`);
  if (parsed) yield parsed;
}
