import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { NewDeclaration } from '../../compiler/propose/render-declaration.ts';
import { writeFileAtomically, writeNewFile } from '../../platform/files/write-file-atomically.ts';
import { CommandError } from '../command-error.ts';
import type { Io } from '../io.ts';
import type { Project } from '../project/project.ts';
import { renderForHumans } from '../views/lint/human.ts';
import { editSourceText } from './edit-source-text.ts';
import { explainDiskError } from './explain-disk-error.ts';
import { previewChange } from './preview-change.ts';

/** A declaration to be added to a project. */
export interface Addition extends NewDeclaration {
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

async function renderAddition(project: Project, addition: Addition, exists: boolean): Promise<string> {
  const { renderDeclaration, schemaFileOf } = await import('../../compiler/propose/render-declaration.ts');
  const schema = `schemas/${schemaFileOf(addition.declaration.kind)}`;
  const schemas = new Set((await fileExists(project, schema)) ? [schema] : []);
  if (!exists) return renderDeclaration(addition, schemas);
  const { appendDocument } = await import('../../compiler/edit/insert-content.ts');
  const document = renderDeclaration(addition, schemas);
  return (await editSourceText(project, addition.file, (text) => appendDocument(text, document))).text;
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
