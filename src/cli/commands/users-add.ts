import { relative, resolve, sep } from 'node:path';
import { hashArgon2id } from '#runtime/identity/argon2id.ts';
import { CommandError } from '../command-error.ts';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import { addDeclaration } from '../declarations/add-declaration.ts';
import type { Io } from '../io.ts';
import { pathInside } from '#platform/files/path-inside.ts';
import { configOption, findProject, loadWorkspace, type Project } from '../project/project.ts';
import { revokeBefore } from '../users/change-user.ts';
import { passwordDetails, readNewPassword } from '../users/read-new-password.ts';

export const usersAddCommand: Command = {
  name: 'users add',
  summary: 'Declare a user who logs in with a password.',
  details:
    'Writes users/<name>.yaml with an Argon2id digest of the password, and with `tokensNotBefore`, which refuses the ' +
    `tokens of an earlier user of that name. The password itself is not stored. ${passwordDetails}`,
  positionals: [{ name: 'NAME', summary: 'the login name of the user', required: true }],
  options: {
    ...configOption,
    'display-name': {
      type: 'text',
      placeholder: 'TEXT',
      summary: 'The name shown on pages. Default: the user name.',
    },
    email: {
      type: 'text',
      placeholder: 'ADDRESS',
      summary: 'The e-mail address that owners and teams may name the user by.',
    },
    file: {
      type: 'text',
      placeholder: 'FILE',
      summary: 'The file for the declaration; it is appended to existing ones.',
    },
  },
  examples: [
    {
      command: "gatewright users add ada --display-name 'Ada Lovelace'",
      does: 'asks for a password and writes users/ada.yaml',
    },
    {
      command: 'gatewright users add ada@example.edu --file users/staff.yaml < password.txt',
      does: 'adds a user to an existing file',
    },
  ],
  exitCodes: {
    0: 'written',
    1: 'the declarations would have errors; nothing is written',
    2: 'the command could not run',
  },
  run: addUser,
};

async function addUser(args: CommandArguments, io: Io): Promise<ExitCode> {
  const project = await findProject(args, io);
  const [name = ''] = args.positionals;
  checkName(name);
  const written = args.text('file');
  const file = written === undefined ? `users/${name}.yaml` : fileInside(project, resolve(io.cwd, written));
  const { names } = await loadWorkspace(project);
  if (names.User.has(name)) throw new CommandError(`The user ${name} already exists.`);
  const displayName = args.text('display-name');
  const email = args.text('email');
  const passwordDigest = await hashArgon2id(await readNewPassword(io));
  const declaration = {
    kind: 'User',
    name,
    ...(displayName !== undefined && { displayName }),
    ...(email !== undefined && { email }),
    passwordDigest,
    ...revokeBefore(Date.now()),
  } as const;
  const append = written !== undefined;
  if (!(await addDeclaration(project, { declaration, file, append, furtherFiles: {}, tolerated: [] }, io)))
    return 1;
  io.stderr.write('Next: a gateway that runs from these files loads the user at once.\n');
  return 0;
}

function checkName(name: string): void {
  if (/^[a-z0-9][a-z0-9._@-]{0,63}$/.test(name)) return;
  throw new CommandError(
    `${JSON.stringify(name)} is not a valid user name.`,
    'Use at most 64 lower-case letters, digits, dots, underscores, hyphens and at signs, with a letter or a digit in front.',
  );
}

/**
 * A path relative to the root of the project, with `/` as its separator. Throws a CommandError if it is outside of the
 * root.
 */
function fileInside({ root, configFile, show }: Project, path: string): string {
  if (!pathInside(root, path)) {
    throw new CommandError(`${path} is outside of the folder of ${show(configFile)}.`);
  }
  return relative(root, path).split(sep).join('/');
}
