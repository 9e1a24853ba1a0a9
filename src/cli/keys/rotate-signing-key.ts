import { isDeepStrictEqual } from 'node:util';
import type { GatewayDeclaration } from '#compiler/kinds/gateway/declaration.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import { CommandError } from '../command-error.ts';
import {
  type EditedSource,
  editSourceText,
  writeBeforePrinting,
  writeEditedSource,
} from '../declarations/edit-source-text.ts';
import { previewChange } from '../declarations/preview-change.ts';
import type { Io } from '../io.ts';
import { loadWorkspace, type Project } from '../project/project.ts';
import { type DeclaredKey, type KeyUse, nameKey, nextStep, retireStep } from './signing-key-step.ts';
import { access, rm } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { SecretReference } from '#compiled/settings/secret-reference.ts';
import { makePrivateFolder } from '#platform/files/private-files.ts';
import { createFileAtomically } from '#platform/files/write-file-atomically.ts';
import { makeSigningKey } from '#platform/keys/own-secret-file.ts';
import { readSigningKey } from '#runtime/token/key-ring.ts';
import { explainDiskError } from '../explain-disk-error.ts';
import { GitMissingError, runGit } from '#platform/git/run-git.ts';

interface NewKeyOptions {
  /** The folder where the gateway keeps its own keys and certificates, an absolute path. */
  readonly stateFolder: string;
  /** The environment variable that will hold the new key; absent for a file in the state folder. */
  readonly variable: string | undefined;
}

/** A generated signing key that is not stored yet. */
interface NewKey {
  /** RFC 7638 thumbprint. */
  readonly keyId: string;
  /** Every signing key, the new one last. */
  readonly keys: readonly DeclaredKey[];
  /** Writes the key to the file of its reference; does nothing if an environment variable will hold it. */
  readonly store: () => Promise<void>;
  /** Deletes the file if the key could not be declared; prints a warning if the deletion fails. */
  readonly discard: (io: Io) => Promise<void>;
  /** Prints the name of the file, and warns if git does not ignore it. */
  readonly reportStored: (io: Io) => Promise<void>;
  /** The key in PEM, if it is to be printed. */
  readonly printed: string | undefined;
  /** A sentence that explains how to give the key to every gateway. */
  readonly howToBring: string;
}

export interface SigningKeyRotation extends NewKeyOptions {
  /** Whether only the last step is allowed. */
  readonly isToRetire: boolean;
}

/** Takes the next step of a rotation of the gateway's signing key. Throws a CommandError if it cannot be taken. */
export async function rotateSigningKey(
  project: Project,
  rotation: SigningKeyRotation,
  io: Io,
): Promise<void> {
  const { gateway } = await loadWorkspace(project);
  const keys = gateway.value.token?.signingKeys ?? [];
  const uses = keys.map(({ use }): KeyUse => use ?? 'sign');
  const next = rotation.isToRetire ? retireStep(uses) : nextStep(uses);
  if (next.step === 'add') return addKey(project, gateway, rotation, io);
  await checkCommitted(project);
  if (next.step === 'promote') return promoteKey(project, gateway, next, io);
  return retireKeys(project, gateway, next.retired, io);
}

async function addKey(
  project: Project,
  gateway: Declared<GatewayDeclaration>,
  rotation: NewKeyOptions,
  io: Io,
): Promise<void> {
  const made = await makeNewKey(project, gateway.value.token?.signingKeys, rotation);
  const edited = await renderConfig(project, gateway, made.keys);
  await made.store();
  try {
    if (made.printed === undefined) await writeEditedSource(project, edited);
    else await writeBeforePrinting(project, edited, { what: 'The key', text: made.printed }, io);
  } catch (error) {
    await made.discard(io);
    throw error;
  }
  await reportAdded(project, edited, made, io);
}

async function reportAdded(project: Project, edited: EditedSource, made: NewKey, io: Io): Promise<void> {
  await made.reportStored(io);
  io.stdout.write(`changed ${project.show(edited.file)}\n`);
  const { stderr } = io;
  stderr.write(`The new key ${made.keyId} is now accepted for verification; the previous key still signs.\n`);
  stderr.write(
    'Next, in this order, since each gateway must know the key before any of them signs with it:\n',
  );
  stderr.write(`  1. ${made.howToBring}\n`);
  stderr.write(
    `  2. Commit ${project.show(project.configFile)}, and wait until every gateway has loaded it.\n`,
  );
  stderr.write('  3. Run `gatewright keys rotate --signing-key` again: the new key then signs.\n');
}

async function promoteKey(
  project: Project,
  gateway: Declared<GatewayDeclaration>,
  { promoted, demoted }: { readonly promoted: number; readonly demoted: readonly number[] },
  io: Io,
): Promise<void> {
  const before = gateway.value.token?.signingKeys ?? [];
  const after = before.map((key, index): DeclaredKey => {
    if (index === promoted) return { ...key, use: 'sign' };
    return demoted.includes(index) ? { ...key, use: 'verify' } : key;
  });
  await writeConfig(project, await renderConfig(project, gateway, after), io);
  io.stderr.write(
    `The key ${nameKey(before[promoted])} now signs; tokens that other keys have signed are still accepted.\n` +
      `Next: commit ${project.show(project.configFile)} once every gateway knows the key, and wait until they have loaded it. ` +
      `At least ${lifetimeOf(gateway)} after that, when the last token of the previous key has expired, run ` +
      '`gatewright keys rotate --signing-key` again: it removes that key.\n',
  );
}

async function retireKeys(
  project: Project,
  gateway: Declared<GatewayDeclaration>,
  retired: readonly number[],
  io: Io,
): Promise<void> {
  const before = gateway.value.token?.signingKeys ?? [];
  if (retired.length === 0) {
    const help =
      'A key can be retired if it has `use: verify` and is declared above the key that signs; `gatewright keys list` shows them.';
    throw new CommandError(`${project.show(project.configFile)} declares no signing key to retire.`, help);
  }
  const after = before.filter((_, index) => !retired.includes(index));
  await writeConfig(project, await renderConfig(project, gateway, after), io);
  const names = retired.map((index) => nameKey(before[index])).join(', ');
  const warning = io.stderr.paint(['yellow', 'bold'], 'warning:');
  io.stderr.write(
    `${warning} Tokens signed with ${names} are refused when a gateway has loaded this, and a gateway that runs on this ` +
      `folder has already loaded it: commit it at the earliest ${lifetimeOf(gateway)} after every gateway has signed with ` +
      'the next key.\n' +
      'Then delete the retired keys wherever they are stored.\n',
  );
}

function lifetimeOf({ value }: Declared<GatewayDeclaration>): string {
  const seconds = value.token?.lifetimeSeconds ?? 3600;
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}

/**
 * The configuration with other signing keys, and without other changes. Throws a CommandError if the edited text has
 * new errors, or does not declare exactly these keys.
 */
async function renderConfig(
  project: Project,
  gateway: Declared<GatewayDeclaration>,
  keys: readonly DeclaredKey[],
): Promise<EditedSource> {
  const { configFile, show } = project;
  const { editSigningKeys } = await import('./edit-signing-keys.ts');
  const edited = await editSourceText(project, configFile, (before) =>
    editSigningKeys(before, gateway, keys),
  );
  const { workspace, newErrors } = await previewChange(project, { [configFile]: edited.text });
  const declared = workspace?.gateway.value.token?.signingKeys;
  if (newErrors.length === 0 && isDeepStrictEqual(declared, keys)) return edited;
  const help = 'Write `token` and its `signingKeys` on separate lines.';
  throw new CommandError(`${show(configFile)} has a layout into which keys cannot be written.`, help);
}

async function writeConfig(project: Project, edited: EditedSource, { stdout }: Io): Promise<void> {
  await writeEditedSource(project, edited);
  stdout.write(`changed ${project.show(edited.file)}\n`);
}

/**
 * Generates a key that follows the declared keys, or the gateway's own key. Throws a CommandError if the variable
 * already contains a key, or if the gateway's own key does not exist.
 */
async function makeNewKey(
  project: Project,
  declared: readonly DeclaredKey[] | undefined,
  { stateFolder, variable }: NewKeyOptions,
): Promise<NewKey> {
  const before = declared ?? [await nameGeneratedKey(project, stateFolder)];
  const pem = makeSigningKey();
  const { keyId } = await readSigningKey(pem, 'sign');
  if (variable !== undefined) {
    if (before.some(({ key }) => key.fromEnv === variable))
      throw new CommandError(`${variable} already contains another signing key.`, 'Use another variable.');
    const keys = [...before, { key: { fromEnv: variable }, use: 'verify' as const }];
    const howToBring = `Set the variable ${variable} of each gateway to the key printed above, and restart it: the key is not stored anywhere else.`;
    const nothing = async () => undefined;
    return { keyId, keys, store: nothing, discard: nothing, reportStored: nothing, printed: pem, howToBring };
  }
  const file = join(stateFolder, 'keys', `${keyId}.pem`);
  const keys = [...before, { key: refer(project, file), use: 'verify' as const }];
  const shown = project.show(relative(project.root, file));
  const howToBring = `Copy ${shown} to the same path in the folder that each gateway reads secrets from, readable by its user only: it is not in git. That is the folder of its configuration, or what \`gatewright run --secrets-dir\` names.`;
  return {
    keyId,
    keys,
    store: () => writeKey(file, shown, pem),
    discard: (io) => deleteKey(file, shown, io),
    reportStored: (io) => reportKey(project, file, shown, io),
    printed: undefined,
    howToBring,
  };
}

/** The key that a gateway without declared keys has generated, and that keeps signing once it is declared. */
async function nameGeneratedKey(project: Project, stateFolder: string): Promise<DeclaredKey> {
  const file = join(stateFolder, 'signing-key.pem');
  const key = refer(project, file);
  await access(file).catch(() => {
    throw new CommandError(
      `The key ${project.show(relative(project.root, file))}, which the gateway signs with, does not exist.`,
      'Run this where the gateway has run, name its folder with --state-dir, or declare `signingKeys` in the configuration by hand.',
    );
  });
  return { key, use: 'sign' };
}

function refer({ root }: Project, file: string): SecretReference {
  const inside = relative(root, file);
  const isOutside = isAbsolute(inside) || inside.split(sep)[0] === '..';
  return { fromFile: isOutside ? file : inside.split(sep).join('/') };
}

async function writeKey(file: string, shown: string, pem: string): Promise<void> {
  const write = makePrivateFolder(dirname(file)).then(() => createFileAtomically(file, pem, 0o600));
  await explainDiskError(shown, write);
}

async function deleteKey(file: string, shown: string, io: Io): Promise<void> {
  try {
    await rm(file, { force: true });
  } catch {
    warn(`${shown} could not be deleted: delete it, since nothing uses this key.`, io);
  }
}

async function reportKey({ root }: Project, file: string, shown: string, io: Io): Promise<void> {
  io.stdout.write(`created ${shown}\n`);
  if (!(await isUpForCommit(root, file))) return;
  warn(`${shown} is a secret, and git does not ignore it: name it in .gitignore before you commit.`, io);
}

function warn(message: string, { stderr }: Io): void {
  stderr.write(`${stderr.paint(['yellow', 'bold'], 'warning:')} ${message}\n`);
}

/**
 * Throws a CommandError if the configuration has uncommitted changes: two steps of a rotation in one commit would make
 * gateways refuse each other's tokens. Does nothing outside of a repository.
 */
async function checkCommitted({ root, configFile, show }: Project): Promise<void> {
  const changes = await queryGit(root, ['status', '--porcelain', '--', configFile]);
  if (changes === undefined || changes.output === '') return;
  throw new CommandError(
    `${show(configFile)} has changes that are not committed.`,
    'Each step of a rotation is a separate commit, which every gateway must load before the next one.',
  );
}

/** Whether git would commit a file; false if git ignores it. `file` is an absolute path. */
async function isUpForCommit(root: string, file: string): Promise<boolean> {
  const inside = await queryGit(root, ['rev-parse', '--is-inside-work-tree']);
  if (inside === undefined) return false;
  return (await queryGit(root, ['check-ignore', '--quiet', '--', file], [0, 1]))?.code === 1;
}

/**
 * The output and exit code of git; undefined if git is not installed, or if the code is not expected, as outside of a
 * repository.
 */
async function queryGit(root: string, words: readonly string[], expected: readonly number[] = [0]) {
  try {
    const { code, stdout } = await runGit(root, words);
    return expected.includes(code) ? { code, output: stdout.toString().trim() } : undefined;
  } catch (error) {
    if (error instanceof GitMissingError) return undefined;
    throw error;
  }
}
