import { hashArgon2id } from '../../runtime/identity/argon2id.ts';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import type { Io } from '../io.ts';
import { loadWorkspace } from '../project/load-workspace.ts';
import { configOption, findProject } from '../project/project.ts';
import { changeUser, findUser, revokeBefore } from '../users/change-user.ts';
import { passwordDetails, readNewPassword } from '../users/read-new-password.ts';

export const usersPasswordCommand: Command = {
  name: 'users password',
  summary: 'Give a declared user another password.',
  details:
    "Writes the Argon2id digest of the new password, and `tokensNotBefore`, into the user's declaration. " +
    'Everything that the old password led to ends as soon as a gateway serves the file: sessions, refresh tokens, ' +
    `access tokens. ${passwordDetails}`,
  positionals: [{ name: 'NAME', summary: 'what the user logs in with', required: true }],
  options: configOption,
  examples: [
    { command: 'gatewright users password ada', does: 'asks for a password and changes the declaration' },
    { command: 'gatewright users password ada < password.txt', does: 'reads the password from a file' },
  ],
  exitCodes: { 0: 'written', 2: 'it could not run; nothing is written' },
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
