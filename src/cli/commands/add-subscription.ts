import { posix } from 'node:path';
import { suggestName } from '../../compiler/workspace/suggest-name.ts';
import { apiKey } from '../../compiled/api-key.ts';
import type { Workspace } from '../../compiler/workspace/workspace.ts';
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
  const application = findName('application', args.requiredText('application'), workspace.names.Application);
  const api = findName('API', args.requiredText('api'), workspace.names.Api);
  const tier = findName('tier', args.requiredText('tier'), workspace.names.Tier);
  checkAbsent(workspace, application, api, project);
  const declaration = { kind: 'Subscription', application, api, tier } as const;
  const file = posix.join(folderOf(workspace, api), 'subscriptions.yaml');
  if (!(await addDeclaration(project, { declaration, file, append: true, beside: {}, tolerated: [] }, io)))
    return 1;
  io.stderr.write('Next: `gatewright lint` checks everything, and `gatewright run` serves it.\n');
  return 0;
}

function findName(noun: string, name: string, names: ReadonlySet<string>): string {
  if (names.has(name)) return name;
  const otherwise =
    names.size === 0 ? `No ${noun} is declared yet.` : `There is ${[...names].toSorted().join(', ')}.`;
  throw new CommandError(`There is no ${noun} ${JSON.stringify(name)}.`, suggestName(name, names, otherwise));
}

function checkAbsent(
  { subscriptions }: Workspace,
  application: string,
  api: string,
  { show }: Project,
): void {
  const found = subscriptions.find(({ value }) => value.application === application && value.api === api);
  if (!found) return;
  throw new CommandError(`${application} is already subscribed to ${api}, in ${show(found.place.file)}.`);
}

function folderOf({ apis }: Workspace, api: string): string {
  const found = apis.find(({ value }) => apiKey(value) === api);
  if (found) return posix.dirname(found.place.file);
  throw new CommandError(`The declaration of ${api} has errors.`, '`gatewright lint` shows them.');
}
