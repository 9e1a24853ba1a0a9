import { access, rm } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { SecretReference } from '#compiled/settings/secret-reference.ts';
import { makePrivateFolder } from '#platform/files/private-files.ts';
import { createFileAtomically } from '#platform/files/write-file-atomically.ts';
import { makeSigningKey } from '#platform/keys/own-secret-file.ts';
import { readSigningKey } from '#runtime/token/key-ring.ts';
import { CommandError } from '../command-error.ts';
import { explainDiskError } from '../explain-disk-error.ts';
import type { Io } from '../io.ts';
import type { Project } from '../project/project.ts';
import { isUpForCommit } from './check-committed.ts';
import type { DeclaredKey } from './signing-key-step.ts';

export interface NewKeyOptions {
  /** The folder where the gateway keeps its own keys and certificates, an absolute path. */
  readonly stateFolder: string;
  /** The environment variable that will hold the new key; absent for a file in the state folder. */
  readonly variable: string | undefined;
}

/** A signing key that is made, and written nowhere yet. */
export interface NewKey {
  /** RFC 7638 thumbprint. */
  readonly keyId: string;
  /** Every signing key, the new one last. */
  readonly keys: readonly DeclaredKey[];
  /** Writes the key to the file of its reference; does nothing if an environment variable will hold it. */
  readonly store: () => Promise<void>;
  /** Deletes the file again, since the key could not be declared; only warns if it cannot. */
  readonly discard: (io: Io) => Promise<void>;
  /** Prints the name of the file, and warns if git does not ignore it. */
  readonly reportStored: (io: Io) => Promise<void>;
  /** The key in PEM, if it is to be printed. */
  readonly printed: string | undefined;
  /** A sentence that explains how to let every gateway read it. */
  readonly howToBring: string;
}

/** Makes a key to follow the declared ones, or the gateway's own. Throws a CommandError if it cannot. */
export async function makeNewKey(
  project: Project,
  declared: readonly DeclaredKey[] | undefined,
  { stateFolder, variable }: NewKeyOptions,
): Promise<NewKey> {
  const before = declared ?? [await nameOwnKey(project, stateFolder)];
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

/** A gateway without declared keys has generated one, which still signs when it is declared. */
async function nameOwnKey(project: Project, stateFolder: string): Promise<DeclaredKey> {
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
