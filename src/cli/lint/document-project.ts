import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { text as readStream } from 'node:stream/consumers';
import { approvalsFile, baselineFile, ignoreFile } from '../../compiler/workspace/suppressions.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { CheckResult } from '../../pipeline.ts';
import { diskSourceTree } from '../../platform/files/disk-source-tree.ts';
import { overlaySourceTree } from '../../source/overlay-source-tree.ts';
import { CommandError } from '../command-error.ts';
import type { CommandArguments, CommandOption } from '../command.ts';
import type { Io } from '../io.ts';
import { pathInside, showPath } from '../project/paths.ts';
import type { Project } from '../project/project.ts';

/** One OpenAPI document as a project of its own, without a configuration. */
export interface DocumentProject extends Project {
  /** The document as its reader would name it. */
  readonly name: string;
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
const config =
  'kind: Gateway\nformat: 1\norganisation: Example\ndeployments: { production: { gatewayUrl: "https://api.example.edu" } }\n';

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
  const text = await readStream(io.stdin.stream);
  return describeDocument(stdinName ?? (/^\s*[{[]/.test(text) ? 'stdin.json' : 'stdin.yaml'), io, text);
}

async function openFile(named: string, io: Io): Promise<DocumentProject> {
  const stats = await stat(resolve(io.cwd, named)).catch(() => undefined);
  if (!stats) throw new CommandError(`${named} does not exist.`);
  if (!stats.isFile()) throw new CommandError(`${named} is not a file.`, 'Name an OpenAPI document.');
  return describeDocument(named, io);
}

/** Its references may lead anywhere below the current folder, or below its own folder if it is outside. */
function describeDocument(name: string, io: Io, text?: string): DocumentProject {
  const file = resolve(io.cwd, name);
  const inside = pathInside(io.cwd, file);
  const root = inside === undefined ? dirname(file) : io.cwd;
  const path = (inside ?? basename(file)).replaceAll('\\', '/');
  const api = `kind: Api\nname: Document\ncontext: /document\nversion: v1\nstate: published\nowner: owner\ndefinition: ${JSON.stringify(`./${path}`)}\nendpoints:\n  production: { url: "https://document.example.edu" }\n`;
  const nothing = { [ignoreFile]: undefined, [approvalsFile]: undefined, [baselineFile]: undefined };
  const files = {
    ...nothing,
    [configFile]: config,
    [apiFile]: api,
    ...(text !== undefined && { [path]: text }),
  };
  const tree = overlaySourceTree(diskSourceTree(root), files);
  return {
    name,
    root,
    configFile,
    tree: { ...tree, list: async () => [apiFile] },
    show: (shown) => showPath(root, shown, io.cwd),
  };
}

/** What was found in the document and the files that it refers to. */
export function keepDocument(result: CheckResult): CheckResult {
  const { workspace: _workspace, ...rest } = result;
  const diagnostics = result.diagnostics.filter(isOfDocument);
  return { ...rest, diagnostics };
}

function isOfDocument({ at }: Diagnostic): boolean {
  return at.file !== configFile && at.file !== apiFile;
}
