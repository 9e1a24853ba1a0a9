import { isDeepStrictEqual } from 'node:util';
import type { KeySetName } from '#compiled/manifest.ts';
import type { ApplicationDeclaration } from '#compiler/kinds/application/declaration.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import { CommandError } from '../command-error.ts';
import { type ConsumerKeys, declareKeys, makeConsumerKeys } from '#runtime/token/consumer-keys.ts';
import { editSourceText, writeBeforePrinting, type EditedSource } from '../declarations/edit-source-text.ts';
import type { Io } from '../io.ts';
import { previewChange } from '../declarations/preview-change.ts';
import type { Project } from '../project/project.ts';

/**
 * Adds a secret to a key set, or creates the key set if it is missing. Writes the digest of the secret, then prints the
 * consumer key and the secret. Throws a ChangeError if the key set has no room for another secret, and a CommandError if
 * the file cannot be changed, which then stays unchanged if possible.
 */
export async function addSecret(
  project: Project,
  application: Declared<ApplicationDeclaration>,
  keySet: KeySetName,
  io: Io,
): Promise<void> {
  const { checkRoomForSecret } = await import('#compiler/propose/changes/key-set.ts');
  checkRoomForSecret(application.value, keySet, project.show(application.place.file));
  const { type, keys: present } = application.value;
  const keys = makeConsumerKeys(type, keySet, present?.[keySet]?.consumerKey);
  const edited = await renderKeys(project, application, keys);
  await writeBeforePrinting(project, edited, { what: 'The keys', text: renderVariables(keys) }, io);
  explainKeys(application.value, project.show(application.place.file), keys, io);
}

/** The application's file with the keys in it. */
async function renderKeys(
  project: Project,
  application: Declared<ApplicationDeclaration>,
  keys: ConsumerKeys,
): Promise<EditedSource> {
  const { editKeySet } = await import('#compiler/propose/changes/key-set.ts');
  const { file } = application.place;
  const edited = await editSourceText(project, file, (before) =>
    editKeySet(before, application, keys.keySet, declareKeys(keys)),
  );
  await checkText(project, application, keys, edited.text);
  return edited;
}

function renderVariables({ consumerKey, secret }: ConsumerKeys): string {
  const line = secret === undefined ? '' : `CONSUMER_SECRET=${secret}\n`;
  return `CONSUMER_KEY=${consumerKey}\n${line}`;
}

/** Throws a CommandError unless the edited text declares exactly the expected keys. */
async function checkText(
  project: Project,
  { value: before, place: { file } }: Declared<ApplicationDeclaration>,
  keys: ConsumerKeys,
  text: string,
): Promise<void> {
  const [{ keySetWith }, { workspace, newErrors }] = await Promise.all([
    import('#compiler/propose/changes/key-set.ts'),
    previewChange(project, { [file]: text }),
  ]);
  const after = workspace?.applications.find(({ value }) => value.name === before.name)?.value.keys?.[
    keys.keySet
  ];
  if (newErrors.length === 0 && isDeepStrictEqual(after, keySetWith(before, keys.keySet, declareKeys(keys))))
    return;
  const help = 'Write each of its `keys` on a separate line.';
  throw new CommandError(`${project.show(file)} has a layout into which keys cannot be written.`, help);
}

function explainKeys(value: ApplicationDeclaration, file: string, keys: ConsumerKeys, io: Io): void {
  if (keys.secret === undefined) {
    io.stderr.write(
      `The consumer key of ${value.name} is in ${file}; a ${value.type} application has no secret.\n`,
    );
    return;
  }
  io.stderr.write(`Wrote the digest of the secret to ${file}.\n`);
  io.stderr.write('The secret is shown only once and is not stored: save it now.\n');
  const others = value.keys?.[keys.keySet]?.secretDigests?.length ?? 0;
  if (others > 0)
    io.stderr.write(
      `Its ${others + 1} secrets all work; delete the older digests when no caller uses them any more.\n`,
    );
}
