import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { KeySetName } from '../../compiled/manifest.ts';
import type { ApplicationDeclaration } from '../../compiler/declaration/application.ts';
import { suggestName } from '../../compiler/workspace/suggest-name.ts';
import type { Declared, Workspace } from '../../compiler/workspace/workspace.ts';
import { writeFileAtomically } from '../../platform/write-file-atomically.ts';
import type { CommandArguments } from '../command-arguments.ts';
import { CommandError } from '../command-error.ts';
import type { Command, ExitCode } from '../command.ts';
import { keySetWith, makeConsumerKeys, type ConsumerKeys } from '../consumer-keys.ts';
import { editSourceText } from '../edit-source-text.ts';
import { explainDiskError } from '../explain-disk-error.ts';
import type { Io } from '../io.ts';
import { loadWorkspace } from '../load-workspace.ts';
import { previewChange } from '../preview-change.ts';
import { configOption, findProject, type Project } from '../project.ts';

/** What the schema of an application allows in a key set. */
const maximumSecrets = 4;

export const keysGenerateCommand: Command = {
  name: 'keys generate',
  summary: 'Make a consumer key and a consumer secret for an application.',
  details:
    "Writes the consumer key and the digest of the secret into the application's declaration, and prints both once. " +
    'Where there is a key already, it is kept and gets a second secret: both work until you delete the digest of the ' +
    'old one, so that callers can be moved over. A single-page application gets a consumer key and no secret.',
  options: {
    ...configOption,
    application: { type: 'text', placeholder: 'NAME', summary: 'The application.', required: true },
    sandbox: {
      type: 'flag',
      summary: 'Make sandbox keys, which reach the sandbox endpoints, in place of production keys.',
    },
  },
  examples: [
    { command: 'gatewright keys generate --application DogWalker', does: 'makes production keys' },
    { command: 'gatewright keys generate --application DogWalker --sandbox', does: 'makes sandbox keys' },
  ],
  exitCodes: { 0: 'made and written', 2: 'it could not run; nothing is written' },
  run: generateKeys,
};

async function generateKeys(args: CommandArguments, io: Io): Promise<ExitCode> {
  const project = await findProject(args, io);
  const keySet = args.flag('sandbox') ? 'sandbox' : 'production';
  const application = findApplication(await loadWorkspace(project), args.requiredText('application'));
  checkRoom(application, keySet, project);
  const keys = makeConsumerKeys(application.value, keySet);
  const text = await renderKeys(project, application, keys);
  await deliverKeys(keys, io);
  await writeKeys(project, application, text);
  explainKeys(application.value, project.show(application.place.file), keys, io);
  return 0;
}

function findApplication({ applications, names }: Workspace, name: string): Declared<ApplicationDeclaration> {
  const found = applications.find(({ value }) => value.name === name);
  if (found) return found;
  if (names.Application.has(name)) {
    throw new CommandError(`The declaration of ${name} has errors.`, '`gatewright lint` shows them.');
  }
  const help = suggestName(name, names.Application, 'Declare it with `gatewright add application`.');
  throw new CommandError(`There is no application ${JSON.stringify(name)}.`, help);
}

function checkRoom(
  { value, place }: Declared<ApplicationDeclaration>,
  keySet: KeySetName,
  { show }: Project,
): void {
  const count = value.keys?.[keySet]?.secretDigests?.length ?? 0;
  if (value.type === 'single-page' || count < maximumSecrets) return;
  const help = `Delete the digest of one that is no longer used from ${show(place.file)}; the oldest stands first.`;
  throw new CommandError(
    `The ${keySet} keys of ${value.name} have ${count} secrets, and no more are allowed.`,
    help,
  );
}

/** The text of the application's file with the keys in it. */
async function renderKeys(
  project: Project,
  application: Declared<ApplicationDeclaration>,
  keys: ConsumerKeys,
): Promise<string> {
  const { editKeySet } = await import('../edit-key-set.ts');
  const { file } = application.place;
  const text = await editSourceText(project, file, (before) => editKeySet(before, application, keys));
  await checkText(project, application, keys, text);
  return text;
}

/** The keys go out before their digest is written, since a secret that nobody received cannot be shown again. */
async function deliverKeys({ consumerKey, secret }: ConsumerKeys, { stdout }: Io): Promise<void> {
  const lines = [
    `CONSUMER_KEY=${consumerKey}`,
    ...(secret === undefined ? [] : [`CONSUMER_SECRET=${secret}`]),
  ];
  await stdout.deliver(`${lines.join('\n')}\n`).catch(() => {
    throw new CommandError('The keys could not be printed, so nothing was written.');
  });
}

async function writeKeys(
  project: Project,
  { place: { file } }: Declared<ApplicationDeclaration>,
  text: string,
): Promise<void> {
  await explainDiskError(project.show(file), writeFileAtomically(join(project.root, file), text));
}

/** Nothing is written unless the text, read as a declaration, says exactly what it should. */
async function checkText(
  project: Project,
  { value: before, place: { file } }: Declared<ApplicationDeclaration>,
  keys: ConsumerKeys,
  text: string,
): Promise<void> {
  const { workspace, newErrors } = await previewChange(project, { [file]: text });
  const after = workspace?.applications.find(({ value }) => value.name === before.name)?.value.keys?.[
    keys.keySet
  ];
  if (newErrors.length === 0 && isDeepStrictEqual(after, keySetWith(before, keys))) return;
  const help = 'Write its `keys` on lines of their own.';
  throw new CommandError(
    `${project.show(file)} is laid out in a way that keys cannot be written into.`,
    help,
  );
}

function explainKeys(value: ApplicationDeclaration, file: string, keys: ConsumerKeys, io: Io): void {
  if (keys.secret === undefined) {
    io.stderr.write(
      `The consumer key of ${value.name} stands in ${file}; a single-page application has no secret.\n`,
    );
    return;
  }
  io.stderr.write(`Wrote the digest of the secret to ${file}.\n`);
  io.stderr.write('The secret is shown this once and kept nowhere: store it now.\n');
  const others = value.keys?.[keys.keySet]?.secretDigests?.length ?? 0;
  if (others > 0)
    io.stderr.write(
      `Its ${others + 1} secrets all work; delete the older digests once no caller uses them.\n`,
    );
}
