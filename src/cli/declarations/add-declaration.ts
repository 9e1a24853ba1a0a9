import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { NewDeclaration } from '#compiler/propose/render-declaration.ts';
import { writeFileAtomically, writeNewFile } from '#platform/files/write-file-atomically.ts';
import { CommandError } from '../command-error.ts';
import type { Io } from '../io.ts';
import type { Project } from '../project/project.ts';
import { renderForHumans } from '../lint/views/human.ts';
import { editSourceText } from './edit-source-text.ts';
import { explainDiskError } from '../explain-disk-error.ts';
import { type Preview, previewChange } from './preview-change.ts';

/** A declaration to be added to a project. */
export interface Addition extends NewDeclaration {
  /** Whether the declaration may be appended to an existing file; otherwise the file must not exist yet. */
  readonly append: boolean;
  /** Further new files, by their paths relative to the root. */
  readonly furtherFiles: Readonly<Record<string, string>>;
  /** Files whose errors do not prevent the addition, relative to the root: the files of an API's definition. */
  readonly tolerated: readonly string[];
}

/** An addition that causes no errors and is not written yet. */
export interface CheckedAddition {
  readonly addition: Addition;
  /** The new text of the file; `exists` is whether the file already exists. */
  readonly text: string;
  readonly exists: boolean;
  readonly preview: Preview;
}

/**
 * Writes a declaration and reports the files. If it would cause errors, this prints them and writes nothing. Returns
 * whether the declaration was written. Throws a CommandError if a new file already exists, or if the sources do not
 * include the file.
 */
export async function addDeclaration(project: Project, addition: Addition, io: Io): Promise<boolean> {
  const checked = await checkAddition(project, addition, io);
  if (checked) await writeAddition(project, checked, io);
  return checked !== undefined;
}

/**
 * Checks an addition as `addDeclaration` does, but writes nothing. Undefined if it would cause errors, which are
 * printed.
 */
export async function checkAddition(
  project: Project,
  addition: Addition,
  io: Io,
): Promise<CheckedAddition | undefined> {
  const { file, furtherFiles } = addition;
  const exists = await fileExists(project, file);
  if (exists && !addition.append) throw new CommandError(`${project.show(file)} exists already.`);
  for (const path of Object.keys(furtherFiles))
    if (await fileExists(project, path)) throw new CommandError(`${project.show(path)} exists already.`);
  const text = await renderAddition(project, addition, exists);
  const preview = await previewChange(project, { ...furtherFiles, [file]: text });
  return passesLint(project, preview, addition, io) ? { addition, text, exists, preview } : undefined;
}

/** Writes the files of a checked addition and reports them. */
export async function writeAddition(
  project: Project,
  { addition: { file, furtherFiles }, text, exists }: CheckedAddition,
  io: Io,
): Promise<void> {
  for (const [path, content] of Object.entries(furtherFiles)) await createFile(project, path, content, io);
  if (!exists) await createFile(project, file, text, io);
  else await changeFile(project, file, text, io);
}

async function renderAddition(project: Project, addition: Addition, exists: boolean): Promise<string> {
  const { renderDeclaration, schemaFileOf } = await import('#compiler/propose/render-declaration.ts');
  const schema = `schemas/${schemaFileOf(addition.declaration.kind)}`;
  const schemas = new Set((await fileExists(project, schema)) ? [schema] : []);
  if (!exists) return renderDeclaration(addition, schemas);
  const { appendDocument } = await import('#compiler/edit/insert-content.ts');
  const document = renderDeclaration(addition, schemas);
  return (await editSourceText(project, addition.file, (text) => appendDocument(text, document))).text;
}

function passesLint(
  project: Project,
  { newErrors, newLowered, sources }: Preview,
  { file, tolerated }: Addition,
  io: Io,
): boolean {
  if (!sources.files.includes(file)) {
    const help = `Add a glob that matches it to \`sources\` in ${project.show(project.configFile)}.`;
    throw new CommandError(`${project.show(file)} would not be loaded: it is not in the sources.`, help);
  }
  const refused = [...newErrors, ...newLowered].filter(({ at }) => !tolerated.includes(at.file));
  if (refused.length === 0) return true;
  const context = { sources, show: project.show, paint: io.stderr.paint };
  io.stderr.write(`${renderForHumans(refused, context)}Nothing was written.\n`);
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
