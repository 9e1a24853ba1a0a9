import { stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { Kind } from '../../compiler/declaration/kinds.ts';
import type { PlainObject } from '../../compiler/edit/text-layout.ts';
import { splitWords } from '../../compiler/rule/words/split-words.ts';
import { writeFileAtomically, writeNewFile } from '../../platform/files/write-file-atomically.ts';
import { CommandError } from '../command-error.ts';
import { schemaFileOf } from '../generate/schema-file-of.ts';
import type { Io } from '../io.ts';
import type { Project } from '../project/project.ts';
import { renderForHumans } from '../views/lint/human.ts';
import { editSourceText } from './edit-source-text.ts';
import { explainDiskError } from './explain-disk-error.ts';
import { previewChange } from './preview-change.ts';

/** A declaration to be added to a project. */
export interface Addition {
  readonly declaration: PlainObject & { readonly kind: Kind };
  /** The path of the file to write, relative to the root of the project. */
  readonly file: string;
  /** Whether it may go below other declarations of that file; otherwise the file must not exist yet. */
  readonly append: boolean;
  /** Further new files, by their paths relative to the root. */
  readonly beside: Readonly<Record<string, string>>;
  /** Files, relative to the root, whose own errors do not matter: those of an API's definition. */
  readonly tolerated: readonly string[];
}

/**
 * Writes a declaration and reports that; if it would bring errors, or refer to what is not there, prints that and
 * writes nothing. Returns whether it was written. Throws a CommandError if a file already exists.
 */
export async function addDeclaration(project: Project, addition: Addition, io: Io): Promise<boolean> {
  const { file, beside } = addition;
  const exists = await fileExists(project, file);
  if (exists && !addition.append) throw new CommandError(`${project.show(file)} exists already.`);
  const text = await renderAddition(project, addition, exists);
  if (!(await passesLint(project, { ...beside, [file]: text }, addition, io))) return false;
  for (const [path, content] of Object.entries(beside)) await createFile(project, path, content, io);
  if (!exists) await createFile(project, file, text, io);
  else await changeFile(project, file, text, io);
  return true;
}

async function renderAddition(
  project: Project,
  { declaration, file }: Addition,
  exists: boolean,
): Promise<string> {
  const { stringify } = await import('yaml');
  const document =
    (await schemaLine(project, declaration.kind, file)) + stringify(declaration, { lineWidth: 0 });
  if (!exists) return document;
  const { appendDocument } = await import('../../compiler/edit/insert-content.ts');
  return (await editSourceText(project, file, (text) => appendDocument(text, document))).text;
}

/** The comment by which editors find the schema, if the project has the schemas where `gatewright init` writes them. */
async function schemaLine(project: Project, kind: Kind, file: string): Promise<string> {
  const schema = `schemas/${schemaFileOf(kind)}`;
  if (!(await fileExists(project, schema))) return '';
  return `# yaml-language-server: $schema=${posix.relative(posix.dirname(file), schema)}\n`;
}

async function passesLint(
  project: Project,
  files: Readonly<Record<string, string>>,
  { file, tolerated }: Addition,
  io: Io,
): Promise<boolean> {
  const { newErrors, newLowered, sources } = await previewChange(project, files);
  if (!sources.files.includes(file)) {
    const help = `Add a glob that matches it to \`sources\` in ${project.show(project.configFile)}.`;
    throw new CommandError(`${project.show(file)} would not be loaded: it is not in the sources.`, help);
  }
  const standing = [...newErrors, ...newLowered].filter(({ at }) => !tolerated.includes(at.file));
  if (standing.length === 0) return true;
  const context = { sources, show: project.show, paint: io.stderr.paint };
  io.stderr.write(`${renderForHumans(standing, context)}Nothing was written.\n`);
  return false;
}

async function createFile({ root, show }: Project, file: string, text: string, io: Io): Promise<void> {
  const shown = show(file);
  await explainDiskError(shown, writeNewFile(join(root, file), text));
  io.stdout.write(`created ${shown}\n`);
}

async function changeFile({ root, show }: Project, file: string, text: string, io: Io): Promise<void> {
  const shown = show(file);
  await explainDiskError(shown, writeFileAtomically(join(root, file), text));
  io.stdout.write(`changed ${shown}\n`);
}

async function fileExists({ root }: Project, file: string): Promise<boolean> {
  return (await stat(join(root, file)).catch(() => undefined)) !== undefined;
}

/** A name in snake_case, as it is in paths: DogPark becomes dog_park. */
export function toSnakeCase(name: string): string {
  return splitWords(name).join('_').toLowerCase();
}
