import type { Workspace } from '#compiler/workspace/workspace.ts';
import { requestsJson, jsonFormatOption } from '../arguments/json-format.ts';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import type { Io } from '../io.ts';
import { configOption, findProject, loadWorkspace, type Project } from '../project/project.ts';
import { escapeControls } from '../views/display-width.ts';
import { renderTable } from '../views/render-table.ts';

export const usersListCommand: Command = {
  name: 'users list',
  summary: 'List the declared users.',
  details:
    'Shows for each declared user the name, the display name, the state, `tokensNotBefore` and the file. ' +
    'Password digests are never shown. Users of identity providers are not listed.',
  options: { ...configOption, ...jsonFormatOption },
  examples: [
    { command: 'gatewright users list', does: 'as a table' },
    { command: 'gatewright users list --format json', does: 'as JSON' },
  ],
  exitCodes: { 0: 'listed', 2: 'the command could not run' },
  run: listUsers,
};

interface UserDescription {
  readonly name: string;
  readonly displayName?: string;
  readonly state: 'active' | 'disabled';
  readonly tokensNotBefore?: string;
  /** The path as the user would type it in the current folder. */
  readonly file: string;
}

async function listUsers(args: CommandArguments, io: Io): Promise<ExitCode> {
  const asJson = requestsJson(args);
  const project = await findProject(args, io);
  const users = describeUsers(await loadWorkspace(project), project);
  io.stdout.write(asJson ? `${JSON.stringify({ users }, null, 2)}\n` : renderUsers(users));
  return 0;
}

/** The declared users, sorted by name. */
function describeUsers({ users }: Workspace, { show }: Project): readonly UserDescription[] {
  const sorted = users.toSorted((a, b) => (a.value.name < b.value.name ? -1 : 1));
  return sorted.map(({ value: { name, displayName, state = 'active', tokensNotBefore }, place }) => ({
    name,
    ...(displayName !== undefined && { displayName }),
    state,
    ...(tokensNotBefore !== undefined && { tokensNotBefore }),
    file: show(place.file),
  }));
}

function renderUsers(users: readonly UserDescription[]): string {
  const rows = users.map(({ name, displayName = name, state, tokensNotBefore = '-', file }) => [
    name,
    escapeControls(displayName),
    state,
    tokensNotBefore,
    file,
  ]);
  const lines = renderTable([['User', 'On pages', 'State', 'Tokens not before', 'File'], ...rows]);
  return `${lines.join('\n')}\n`;
}
