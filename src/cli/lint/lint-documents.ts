import { join, relative, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { RuleChoices } from '#compiler/rule/choose-severities.ts';
import type { CheckResult } from '#pipeline.ts';
import { decodeSource } from '#platform/files/decode-source.ts';
import { systemClock } from '#platform/system-clock.ts';
import { configurationName } from '#serve/documents/find-configuration.ts';
import type { SourceTree } from '#source/source-tree.ts';
import { CommandError } from '../command-error.ts';
import type { CommandArguments, CommandOption } from '../command.ts';
import type { Io } from '../io.ts';
import { quoteForShell } from '../project/paths.ts';
import { type DocumentProject, type NamedDocuments, openDocuments } from './document-project.ts';
import { fixSources } from './fix-sources.ts';
import { joinResults, type Linted } from './join-results.ts';
import { readBaselineUpdate, updateBaseline } from './update-baseline.ts';
import { readFile, stat } from 'node:fs/promises';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import { looksLikeDocument } from '#serve/documents/looks-like-document.ts';

/** Globs for the files of a folder that may be OpenAPI documents. */
const documentGlobs = ['**/*.yaml', '**/*.yml', '**/*.json'];

const whatCounts = 'An OpenAPI document contains `openapi` or `swagger`.';

export const documentOptions = {
  'stdin-filename': {
    type: 'text',
    placeholder: 'FILE',
    summary:
      'The file that the document on standard input belongs to: its name in reports, and where its references lead from.',
  },
} as const satisfies Record<string, CommandOption>;

/** Options of `lint` that need a project. */
const projectOnly = ['config', 'changed-since', 'staged', 'base'];

/**
 * Checks the OpenAPI documents that the command line names; undefined if it names none. Throws a CommandError if a
 * document cannot be read, or if options contradict each other.
 */
export async function lintDocuments(
  args: CommandArguments,
  choices: RuleChoices | undefined,
  io: Io,
): Promise<Linted | undefined> {
  const named = await readNamed(args, io);
  if (!named) return undefined;
  const projects = await openDocuments(named, io);
  const update = readBaselineUpdate(args);
  if (update) refuseBaselines(projects);
  const checks = projects.map((project) => ({ project, check: checkerOf(project, choices) }));
  if (args.flag('fix')) await fixSources(checks, io);
  const linted: { project: DocumentProject; result: CheckResult }[] = [];
  for (const { project, check } of checks) {
    const result = await updateBaseline(
      update,
      await check(project.tree),
      project,
      io,
      'files that were read',
    );
    linted.push({ project, result });
  }
  for (const line of describe(projects, args, io)) io.stderr.write(`${line}\n`);
  return joinResults(linted, commandFor(args), io);
}

async function readNamed(args: CommandArguments, io: Io): Promise<NamedDocuments | undefined> {
  const [words, stdinName] = [args.positionals, args.text('stdin-filename')];
  const readsInput = words.includes('-');
  if (stdinName !== undefined && !readsInput)
    throw new CommandError('--stdin-filename is for a document on standard input: gatewright lint -.');
  if (words.length === 0) return undefined;
  const other = projectOnly.find((name) => args.list(name).length > 0);
  if (other !== undefined) throw new CommandError(`A document and --${other} cannot be combined.`);
  if (!readsInput) return { files: await nameDocuments(words, io) };
  if (words.length > 1) throw new CommandError('Standard input and other documents cannot be combined.');
  if (args.flag('fix')) throw new CommandError('--fix cannot write to standard input.');
  const read = decodeSource(stdinName ?? '', await buffer(io.stdin.stream));
  const isJson = read.ok && /^\s*[{[]/.test(read.text);
  const name = stdinName ?? (isJson ? 'stdin.json' : 'stdin.yaml');
  return { files: [resolve(io.cwd, name)], input: read };
}

/**
 * Throws a CommandError for documents in a project: its baseline is for all files, and this check reads only some of
 * them.
 */
function refuseBaselines(projects: readonly DocumentProject[]): void {
  const inside = projects.find(({ group }) => group.settings.origin === 'project');
  if (!inside) return;
  const file = inside.show(inside.group.documents.map((one) => relative(inside.root, one))[0] ?? '');
  throw new CommandError(
    `${file} is in a project, whose baseline is of all its files.`,
    'Run `gatewright lint --write-baseline` without documents.',
  );
}

/** A function that checks a project. Several documents are examined one at a time, to save memory. */
function checkerOf(
  { group, configFile, keep }: DocumentProject,
  choices: RuleChoices | undefined,
): (tree: SourceTree) => Promise<CheckResult> {
  return async (tree) => {
    const [{ check }, { examineOneByOne }] = await Promise.all([
      import('#pipeline.ts'),
      import('#pipeline/create-examiner.ts'),
    ]);
    const isMany = group.documents.length > 1;
    const examining = isMany && ({ remembers: 'definitions', examine: examineOneByOne(tree) } as const);
    return keep(await check(tree, configFile, { choices, now: systemClock(), ...examining }));
  };
}

/** How the documents are checked, a sentence for each kind of settings. */
function describe(projects: readonly DocumentProject[], args: CommandArguments, io: Io): readonly string[] {
  const set = args.text('extends');
  const sentences = projects.map(({ group: { settings, root, documents } }) => {
    const config = relative(io.cwd, join(root, configurationName));
    const how = {
      project: `with the settings and suppressions of ${config}: ${rulesUsed}.`,
      settings: `with the settings of ${config}: ${rulesUsed}.`,
      nowhere: `without a configuration: by the rules for documents of the set \`${set ?? 'recommended'}\`.${set ? '' : otherSet}`,
    }[settings.origin];
    return { documents, how };
  });
  return [...Map.groupBy(sentences, ({ how }) => how)].map(([how, alike]) => {
    const files = alike.flatMap(({ documents }) => documents);
    const [first = ''] = files;
    return `Checked ${files.length === 1 ? relative(io.cwd, first) : `${files.length} documents`} alone, ${how}`;
  });
}

const rulesUsed = 'by the rules for documents, not those for declarations';

const otherSet = ' --extends minimal leaves out conventions of design.';

/** The maximum length of a command that is shown with its documents. */
const longestCommand = 60;

/** The command without options, as the user can type it again; undefined if it read standard input. */
function commandFor({ positionals }: CommandArguments): string | undefined {
  if (positionals.includes('-')) return undefined;
  const whole = ['gatewright lint', ...positionals.map(quoteForShell)].join(' ');
  return whole.length <= longestCommand ? whole : 'gatewright lint FILE';
}

/**
 * The absolute paths of the OpenAPI documents that the command line names, without duplicates. A word names a file, a
 * folder, or a glob, since shells in pipelines often do not expand globs. Throws a CommandError if a word finds no
 * document.
 */
async function nameDocuments(words: readonly string[], { cwd }: Pick<Io, 'cwd'>): Promise<readonly string[]> {
  const found: string[] = [];
  for (const word of words) found.push(...(await findDocuments(word, cwd)));
  return [...new Set(found)];
}

async function findDocuments(word: string, cwd: string): Promise<readonly string[]> {
  const path = resolve(cwd, word);
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isFile()) return [path];
  if (stats?.isDirectory()) {
    const documents = await keepDocuments(path, await diskSourceTree(path).list(documentGlobs));
    if (documents.length > 0) return documents;
    throw new CommandError(`${word} contains no OpenAPI document.`, whatCounts);
  }
  if (stats) throw new CommandError(`${word} is not a file.`, 'Name an OpenAPI document.');
  if (!/[*?[\]{}]/.test(word)) throw new CommandError(`${word} does not exist.`);
  const { folder, glob } = splitGlob(word);
  const root = resolve(cwd, folder);
  const files = await diskSourceTree(root).list([glob]);
  if (files.length === 0) throw new CommandError(`No file matches ${word}.`);
  const documents = await keepDocuments(root, files);
  if (documents.length > 0) return documents;
  throw new CommandError(`${word} finds no OpenAPI document.`, whatCounts);
}

/** Splits a glob into its first segments without special characters, which may contain `..`, and the rest. */
function splitGlob(word: string): { readonly folder: string; readonly glob: string } {
  const segments = word.split('/');
  const start = segments.findIndex((segment) => /[*?[\]{}]/.test(segment));
  const folder = segments.slice(0, start).join('/');
  return { folder: word.startsWith('/') ? `/${folder}` : folder, glob: segments.slice(start).join('/') };
}

/** The OpenAPI documents among the files that a folder or a glob contains, which can also be other files. */
async function keepDocuments(root: string, files: readonly string[]): Promise<readonly string[]> {
  const documents: string[] = [];
  for (const file of files) {
    const path = join(root, file);
    const text = await readFile(path, 'utf8').catch(() => '');
    if (looksLikeDocument(text)) documents.push(path);
  }
  return documents;
}
