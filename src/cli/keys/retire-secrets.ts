import { isDeepStrictEqual } from 'node:util';
import type { KeySetName } from '#compiled/manifest.ts';
import type { ApplicationDeclaration } from '#compiler/kinds/application/declaration.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import { CommandError } from '../command-error.ts';
import { editSourceText, writeEditedSource, type EditedSource } from '../declarations/edit-source-text.ts';
import type { Io } from '../io.ts';
import { previewChange } from '../declarations/preview-change.ts';
import type { Project } from '../project/project.ts';

/**
 * Deletes the digests of all secrets of a key set but the newest. Throws a CommandError if the layout of the file does
 * not allow that, or if it cannot be written.
 */
export async function retireSecrets(
  project: Project,
  application: Declared<ApplicationDeclaration>,
  keySet: KeySetName,
  io: Io,
): Promise<void> {
  const digests = application.value.keys?.[keySet]?.secretDigests ?? [];
  const of = `The ${keySet} keys of ${application.value.name}`;
  if (digests.length < 2) {
    io.stderr.write(`${of} have one secret, so there is nothing to retire.\n`);
    return;
  }
  await writeEditedSource(project, await renderRest(project, application, keySet, digests));
  io.stdout.write(`changed ${project.show(application.place.file)}\n`);
  io.stderr.write(
    `${of} have only the newest secret left; the gateway refuses the others when it has loaded this change.\n`,
  );
}

async function renderRest(
  project: Project,
  { value, place }: Declared<ApplicationDeclaration>,
  keySet: KeySetName,
  digests: readonly string[],
): Promise<EditedSource> {
  const { editOlderAway } = await import('#compiler/propose/changes/key-set.ts');
  const edited = await editSourceText(project, place.file, (before) =>
    editOlderAway(before, { value, place }, keySet, digests.length - 1),
  );
  const { workspace, newErrors } = await previewChange(project, { [place.file]: edited.text });
  const after = workspace?.applications.find((one) => one.value.name === value.name)?.value.keys?.[keySet];
  if (newErrors.length === 0 && isDeepStrictEqual(after?.secretDigests, digests.slice(-1))) return edited;
  throw new CommandError(
    `${project.show(place.file)} has a layout from which secrets cannot be removed.`,
    'Write each digest on a separate line.',
  );
}
