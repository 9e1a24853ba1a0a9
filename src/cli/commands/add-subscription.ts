import type { Workspace } from '../../compiler/workspace/workspace.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { CommandError } from '../command-error.ts';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import { addDeclaration } from '../declarations/add-declaration.ts';
import type { Io } from '../io.ts';
import { configOption, findProject, loadWorkspace, type Project } from '../project/project.ts';

export const addSubscriptionCommand: Command = {
  name: 'add subscription',
  summary: 'Subscribe an application to an API.',
  details:
    'Adds a document to subscriptions.yaml next to the API, so that the owner of the API approves it by ' +
    'review. The application, the API and the tier must already be declared.',
  options: {
    ...configOption,
    application: {
      type: 'text',
      placeholder: 'NAME',
      summary: 'The application that subscribes.',
      required: true,
    },
    api: { type: 'text', placeholder: 'NAME/VERSION', summary: 'The version of an API.', required: true },
    tier: { type: 'text', placeholder: 'NAME', summary: 'The throttling tier.', required: true },
    scope: {
      type: 'list',
      placeholder: 'SCOPE',
      summary: 'A scope of the API that tokens of the application may have.',
    },
  },
  examples: [
    {
      command: 'gatewright add subscription --application DogWalker --api DogPark/v1 --tier gold',
      does: 'lets DogWalker call DogPark v1 as often as the tier gold allows',
    },
    {
      command: 'gatewright add subscription --application KennelSync --api DogPark/v1 --tier bronze',
      does: 'adds another subscription to the same file',
    },
  ],
  exitCodes: {
    0: 'written',
    1: 'the declarations would have errors; nothing is written',
    2: 'the command could not run',
  },
  run: addSubscription,
};

async function addSubscription(args: CommandArguments, io: Io): Promise<ExitCode> {
  const project = await findProject(args, io);
  const workspace = await loadWorkspace(project);
  const added = await describeSubscription(workspace, args, project);
  if (!(await addDeclaration(project, { ...added, append: true, beside: {}, tolerated: [] }, io))) return 1;
  io.stderr.write('Next: `gatewright lint` checks everything, and `gatewright run` serves it.\n');
  return 0;
}

async function describeSubscription(workspace: Workspace, args: CommandArguments, { show }: Project) {
  const [{ declareSubscription }, { checkDeclared, findSubscription }] = await Promise.all([
    import('../../compiler/propose/changes/subscription.ts'),
    import('../../compiler/propose/find-declared.ts'),
  ]);
  const application = args.requiredText('application');
  const api = args.requiredText('api');
  const tier = args.requiredText('tier');
  const { names } = workspace;
  checkDeclared('application', application, names.Application);
  const today = new Date(systemClock()).toISOString().slice(0, 10);
  const described = declareSubscription(
    workspace,
    application,
    { api, tier, scopes: args.list('scope') },
    today,
  );
  // A later deprecation of the API asks since when each of its subscriptions exists.
  const added = { ...described, declaration: { ...described.declaration, since: today } };
  const found = findSubscription(workspace, application, api);
  if (!found) return added;
  throw new CommandError(`${application} is already subscribed to ${api}, in ${show(found.place.file)}.`);
}
