import type { Workspace } from '#compiler/workspace/workspace.ts';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { addDeclaration } from '../declarations/add-declaration.ts';
import type { Io } from '../io.ts';
import { configOption, findProject, loadWorkspace } from '../project/project.ts';

export const addApplicationCommand: Command = {
  name: 'add application',
  summary: 'Declare an application.',
  details:
    'Writes applications/<name>.yaml: a program that calls APIs. It has no keys yet. Without --grant, the ' +
    'application gets the usual grants of its type. A callback URL is required if users sign in with a ' +
    'browser.',
  positionals: [{ name: 'NAME', summary: 'the name that subscriptions will use', required: true }],
  options: {
    ...configOption,
    type: {
      type: 'text',
      placeholder: 'TYPE',
      choices: ['single-page', 'native', 'web', 'service', 'command-line'],
      summary: 'single-page, native, web, service or command-line.',
      required: true,
    },
    owner: {
      type: 'text',
      placeholder: 'OWNER',
      summary: 'The owner: an e-mail address or a team.',
      required: true,
    },
    grant: { type: 'list', placeholder: 'GRANT', summary: 'An OAuth 2.0 grant type that it may use.' },
    callback: {
      type: 'list',
      placeholder: 'URL',
      summary: 'A URL that browsers may be redirected to after login.',
    },
  },
  examples: [
    {
      command: 'gatewright add application KennelSync --type service --owner ops@example.edu',
      does: 'a backend service',
    },
    {
      command:
        'gatewright add application DogWalker --type web --owner ada@example.edu --callback https://walker.example.edu/callback',
      does: 'a web application whose users sign in',
    },
    {
      command:
        'gatewright add application DogDesk --type native --owner ada@example.edu --callback http://127.0.0.1/callback',
      does: 'a native application, which listens on a port of its own choice',
    },
  ],
  exitCodes: {
    0: 'written',
    1: 'the declarations would have errors; nothing is written',
    2: 'the command could not run',
  },
  run: addApplication,
};

async function addApplication(args: CommandArguments, io: Io): Promise<ExitCode> {
  const project = await findProject(args, io);
  const [name = ''] = args.positionals;
  const workspace = await loadWorkspace(project);
  const { names } = workspace;
  const added = await describeApplication(workspace, name, args);
  if (!(await addDeclaration(project, { ...added, append: false, furtherFiles: {}, tolerated: [] }, io)))
    return 1;
  io.stderr.write(`Next: \`gatewright keys generate --application ${name}\` makes its keys,\n`);
  const [api = 'NAME/VERSION'] = names.Api;
  const [tier = 'TIER'] = names.Tier;
  const command = `gatewright add subscription --application ${name} --api ${api} --tier ${tier}`;
  io.stderr.write(`and \`${command}\` subscribes it to an API.\n`);
  return 0;
}

async function describeApplication(workspace: Workspace, name: string, args: CommandArguments) {
  const { declareApplication } = await import('#compiler/propose/changes/application.ts');
  const callbackUrls = args.list('callback');
  const added = declareApplication(workspace, {
    name,
    type: args.requiredText('type'),
    owner: args.requiredText('owner'),
    callbackUrls,
    grants: args.list('grant'),
  });
  if (callbackUrls.length === 0) await checkNoCallback(added.declaration.grants);
  return added;
}

/**
 * Refuses a grant that needs a callback URL. The check of the declaration would report this in a file that is never
 * written.
 */
async function checkNoCallback(grants: readonly string[]): Promise<void> {
  const { grantTraits } = await import('#compiler/declaration/parts/grant-type.ts');
  const redirecting = Object.entries(grantTraits).filter(([, { redirects }]) => redirects);
  const named = grants.find((grant) => redirecting.some(([name]) => name === grant));
  if (named === undefined) return;
  const help = 'Name where browsers return after a login: --callback URL.';
  throw new CommandError(`The grant type ${named} needs a callback URL.`, help);
}
