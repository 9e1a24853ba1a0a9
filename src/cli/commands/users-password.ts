import { hashArgon2id } from '#runtime/identity/argon2id.ts';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import type { Io } from '../io.ts';
import { configOption, findProject, loadWorkspace } from '../project/project.ts';
import { changeUser, findUser, revokeBefore } from '../users/change-user.ts';
import { passwordDetails, readNewPassword } from '../users/read-new-password.ts';

export const usersPasswordCommand: Command = {
  name: 'users password',
  summary: 'Change the password of a declared user.',
  details:
    "Writes the Argon2id digest of the new password, and `tokensNotBefore`, to the user's declaration. As soon as a " +
    'gateway serves the file, all sessions, refresh tokens and access tokens of the user are refused. ' +
    passwordDetails,
  positionals: [{ name: 'NAME', summary: 'the login name of the user', required: true, names: 'user' }],
  options: configOption,
  examples: [
    { command: 'gatewright users password ada', does: 'asks for a password and changes the declaration' },
    { command: 'gatewright users password ada < password.txt', does: 'reads the password from a file' },
  ],
  exitCodes: { 0: 'written', 2: 'the command could not run; nothing is written' },
  run: changePassword,
};

async function changePassword(args: CommandArguments, io: Io): Promise<ExitCode> {
  const project = await findProject(args, io);
  const [name = ''] = args.positionals;
  const user = findUser(await loadWorkspace(project), name);
  const passwordDigest = await hashArgon2id(await readNewPassword(io));
  const revoked = revokeBefore(Date.now(), user.value.tokensNotBefore);
  await changeUser(project, user, { passwordDigest, ...revoked }, io);
  io.stderr.write(
    `Next: as soon as a gateway serves this, the new password works, and all sessions and tokens of ${name} end.\n`,
  );
  return 0;
}
