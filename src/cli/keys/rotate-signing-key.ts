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
import { checkCommitted } from './check-committed.ts';
import { makeNewKey, type NewKey, type NewKeyOptions } from './new-signing-key.ts';
import { type DeclaredKey, type KeyUse, nameKey, nextStep, retireStep } from './signing-key-step.ts';

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

/** The configuration with other signing keys in it, which differs in nothing else and has no errors. */
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
