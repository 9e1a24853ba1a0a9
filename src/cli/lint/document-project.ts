import { realpath, stat } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { GatewayDeclaration } from '../../compiler/kinds/gateway/declaration.ts';
import { approvalsFile, baselineFile, ignoreFile } from '../../compiler/workspace/suppressions.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { CheckResult } from '../../pipeline.ts';
import { decodeSource } from '../../platform/files/decode-source.ts';
import { diskSourceTree } from '../../platform/files/disk-source-tree.ts';
import { overlaySourceTree } from '../../source/overlay-source-tree.ts';
import type { ReadResult, SourceTree } from '../../source/source-tree.ts';
import { CommandError } from '../command-error.ts';
import type { CommandArguments, CommandOption } from '../command.ts';
import type { Io } from '../io.ts';
import { pathInside, showPath } from '../project/paths.ts';
import { findEnclosingProject, loadWorkspace, type Project } from '../project/project.ts';

/** One OpenAPI document as a project of its own. */
export interface DocumentProject extends Project {
  /** How the document is checked, a sentence for its reader. */
  readonly description: string;
  /** The path of the document. */
  readonly document: string;
}

export const documentOptions = {
  'stdin-filename': {
    type: 'text',
    placeholder: 'FILE',
    summary:
      'The file that the document on standard input belongs to: its name in reports, and where its references lead from.',
  },
} as const satisfies Record<string, CommandOption>;

const configFile = 'gatewright-lint-config.yaml';
const apiFile = 'gatewright-lint-document.yaml';
const config = {
  kind: 'Gateway',
  format: 1,
  organisation: 'Example',
  deployments: { production: { gatewayUrl: 'https://api.example.edu' } },
} as const satisfies GatewayDeclaration;

/** Options of `lint` that need a configuration. */
const projectOnly = ['config', 'write-baseline', 'prune', 'changed-since', 'staged', 'base'];

/** The document that the command line names; undefined if it names none. Throws a CommandError if it cannot be read. */
export async function openDocument(args: CommandArguments, io: Io): Promise<DocumentProject | undefined> {
  const [named] = args.positionals;
  const stdinName = args.text('stdin-filename');
  if (stdinName !== undefined && named !== '-')
    throw new CommandError('--stdin-filename is for a document on standard input: gatewright lint -.');
  if (named === undefined) return undefined;
  const other = projectOnly.find((name) => args.list(name).length > 0);
  if (other !== undefined) throw new CommandError(`A document and --${other} cannot be combined.`);
  if (named !== '-') return openFile(named, io);
  if (args.flag('fix')) throw new CommandError('--fix cannot write to standard input.');
  return readDocument(stdinName, io);
}

async function readDocument(name: string | undefined, io: Io): Promise<DocumentProject> {
  const read = decodeSource(name ?? '', await buffer(io.stdin.stream));
  const isJson = read.ok && /^\s*[{[]/.test(read.text);
  return describeDocument(name ?? (isJson ? 'stdin.json' : 'stdin.yaml'), io, read);
}

/** A document on the disk. Throws a CommandError if it cannot be read. */
export async function openFile(named: string, io: Io): Promise<DocumentProject> {
  const stats = await stat(resolve(io.cwd, named)).catch(() => undefined);
  if (!stats) throw new CommandError(`${named} does not exist.`);
  if (!stats.isFile()) throw new CommandError(`${named} is not a file.`, 'Name an OpenAPI document.');
  const project = await describeDocument(named, io);
  await refuseOutside(named, project.root, io);
  return project;
}

/** Nothing outside of a project's root is read, not by a link either. */
async function refuseOutside(named: string, root: string, io: Io): Promise<void> {
  const [top, file] = await Promise.all([realpath(root), realpath(resolve(io.cwd, named))]);
  if (pathInside(top, file) !== undefined) return;
  throw new CommandError(`${named} is a link to a file outside of ${root}.`, `Name ${file} itself.`);
}

/**
 * In a project, with its rules and suppressions, and references that may lead anywhere below its configuration; else
 * anywhere below the current folder, or below the folder of a document that is outside.
 */
async function describeDocument(name: string, io: Io, read?: ReadResult): Promise<DocumentProject> {
  const file = resolve(io.cwd, name);
  const around = await findEnclosingProject(file, io);
  if (around) return describeInProject(name, file, around, io, read);
  const isInside = pathInside(io.cwd, file) !== undefined;
  const root = isInside ? io.cwd : dirname(file);
  const nothing = { [ignoreFile]: undefined, [approvalsFile]: undefined, [baselineFile]: undefined };
  const description = `Checked ${name} alone, without a configuration: ${rulesUsed}.`;
  return {
    ...overlayDocument(root, file, { ...nothing, [configFile]: JSON.stringify(config) }, io, read),
    description,
    isAlone: true,
  };
}

async function describeInProject(
  name: string,
  file: string,
  around: Project,
  io: Io,
  read: ReadResult | undefined,
): Promise<DocumentProject> {
  const { gateway } = await loadWorkspace(configurationOnly(around));
  const { lint, sizes } = gateway.value;
  const configured = { ...config, ...(lint && { lint }), ...(sizes && { sizes }) };
  const files = { [approvalsFile]: undefined, [configFile]: JSON.stringify(configured) };
  const description = `Checked ${name} alone, with the settings and suppressions of ${around.show(around.configFile)}: ${rulesUsed}.`;
  return { ...overlayDocument(around.root, file, files, io, read), description };
}

/** Without the other declarations, which can be many, and say nothing of the document. */
function configurationOnly(project: Project): Project {
  return { ...project, tree: { ...project.tree, list: () => Promise.resolve([]) } };
}

const rulesUsed = 'by the rules for documents, not those for declarations';

function overlayDocument(
  root: string,
  file: string,
  others: Readonly<Record<string, string | undefined>>,
  io: Io,
  read: ReadResult | undefined,
): Omit<DocumentProject, 'description'> {
  const path = relative(root, file).replaceAll('\\', '/');
  const api = `kind: Api\nname: Document\ncontext: /document\nversion: v1\nstate: published\nowner: owner\ndefinition: ${JSON.stringify(`./${path}`)}\nendpoints:\n  production: { url: "https://document.example.edu" }\n`;
  const files = { ...others, [apiFile]: api, ...(read?.ok === true && { [path]: read.text }) };
  const below = diskSourceTree(root);
  const tree = overlaySourceTree(read?.ok === false ? withFailure(below, path, read) : below, files);
  return {
    root,
    configFile,
    document: path,
    tree: { ...tree, list: (patterns) => listFiles(tree, patterns) },
    show: (shown) => showPath(root, shown, io.cwd),
  };
}

/** A tree in which a file cannot be read. */
function withFailure(tree: SourceTree, path: string, failure: ReadResult): SourceTree {
  const readNow = tree.readNow?.bind(tree);
  return {
    ...tree,
    read: (asked, maxBytes) => (asked === path ? Promise.resolve(failure) : tree.read(asked, maxBytes)),
    ...(readNow && {
      readNow: (asked, maxBytes) => (asked === path ? failure : readNow(asked, maxBytes)),
    }),
  };
}

/** The document alone, and the suppressions where they are asked for. */
async function listFiles(tree: SourceTree, patterns: readonly string[]): Promise<readonly string[]> {
  return patterns.includes(ignoreFile) ? tree.list([ignoreFile, baselineFile]) : [apiFile];
}

/**
 * What was found in the document, the files that it refers to, and the suppressions of its project; which of those are
 * unused is known only of the whole project.
 */
export function keepDocument(result: CheckResult, document: string): CheckResult {
  const { workspace: _workspace, suppressedFindings, ...rest } = result;
  const diagnostics = result.diagnostics
    .map((diagnostic) => moveToDocument(diagnostic, document))
    .filter(isOfDocument);
  return {
    ...rest,
    diagnostics,
    ...(suppressedFindings && { suppressedFindings: { ...suppressedFindings, obsolete: 0 } }),
  };
}

const start = { line: 1, column: 1, endLine: 1, endColumn: 1, pointer: '' };

/** A document that cannot be read is reported where an API names it, and here no file of the user's names it. */
function moveToDocument({ related, ...diagnostic }: Diagnostic, document: string): Diagnostic {
  const { code, at } = diagnostic;
  const elsewhere = related?.filter((one) => one.at.file !== apiFile) ?? [];
  return {
    ...diagnostic,
    ...(elsewhere.length > 0 && { related: elsewhere }),
    ...(code === 'definition-unreadable' && at.file === apiFile && { at: { file: document, ...start } }),
  };
}

function isOfDocument({ at, code }: Diagnostic): boolean {
  if (at.file === ignoreFile) return code !== 'suppression-unused';
  return at.file !== configFile && at.file !== apiFile;
}
