import type { ManifestUser } from '#compiled/manifest.ts';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import type { Io } from '../io.ts';
import { configOption, findProject, loadWorkspace } from '../project/project.ts';
import { changeUser, findUser, revokeBefore } from './change-user.ts';

/** A command that sets a user to one state. */
interface StateCommand extends Pick<Command, 'name' | 'summary' | 'details'> {
  readonly state: ManifestUser['state'];
  /** The description of the example. */
  readonly does: string;
  /** The last sentence that the command prints. */
  readonly next: (name: string) => string;
}

/** Creates a command that writes a state and `tokensNotBefore` into the declaration of a user. */
export function declareStateCommand({ name, summary, details, does, ...what }: StateCommand): Command {
  return {
    name,
    summary,
    details,
    positionals: [{ name: 'NAME', summary: 'the login name of the user', required: true, names: 'user' }],
    options: configOption,
    examples: [{ command: `gatewright ${name} ada`, does }],
    exitCodes: { 0: 'written, or already in that state', 2: 'the command could not run; nothing is written' },
    run: (args, io) => declareState(what, args, io),
  };
}

async function declareState(
  { state, next }: Pick<StateCommand, 'state' | 'next'>,
  args: CommandArguments,
  io: Io,
): Promise<ExitCode> {
  const project = await findProject(args, io);
  const [name = ''] = args.positionals;
  const user = findUser(await loadWorkspace(project), name);
  if ((user.value.state ?? 'active') === state) {
    io.stderr.write(`The user ${name} is ${state} already; nothing was written.\n`);
    return 0;
  }
  const revoked = revokeBefore(Date.now(), user.value.tokensNotBefore);
  await changeUser(project, user, { state, ...revoked }, io);
  io.stderr.write(next(name));
  return 0;
}
