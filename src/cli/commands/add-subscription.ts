import { apiKey } from '#compiled/api-key.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { systemClock } from '#platform/system-clock.ts';
import { CommandError } from '../command-error.ts';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import { addDeclaration } from '../declarations/add-declaration.ts';
import type { Io } from '../io.ts';
import { configOption, findProject, loadWorkspace, type Project } from '../project/project.ts';

export const addSubscriptionCommand: Command = {
  name: 'add subscription',
  summary: 'Subscribe an application to an API.',
  details:
    'Writes a file of the application in the folder subscriptions next to the API, so that the owner of ' +
    'the API approves it by review, and git merges it with subscriptions of other applications. The application, the API and the tier must already be declared.',
  options: {
    ...configOption,
    application: {
      type: 'text',
      placeholder: 'NAME',
      summary: 'The application that subscribes.',
      names: 'application',
      required: true,
    },
    api: {
      type: 'text',
      placeholder: 'NAME/VERSION',
      summary: 'The version of an API.',
      names: 'api',
      required: true,
    },
    tier: {
      type: 'text',
      placeholder: 'NAME',
      summary: 'The throttling tier.',
      names: 'tier',
      required: true,
    },
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
      does: 'adds the subscription of another application, in a file of its own',
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
  if (!(await addDeclaration(project, { ...added, append: true, furtherFiles: {}, tolerated: [] }, io)))
    return 1;
  io.stderr.write(await describeMissingScopes(workspace, args));
  io.stderr.write('Next: `gatewright lint` checks everything, and `gatewright run` serves it.\n');
  return 0;
}

async function describeSubscription(workspace: Workspace, args: CommandArguments, { show }: Project) {
  const [{ declareSubscription }, { checkDeclared, findSubscription }] = await Promise.all([
    import('#compiler/propose/changes/subscription.ts'),
    import('#compiler/propose/find-declared.ts'),
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
  // If the API is deprecated later, each of its subscriptions needs the date from which it exists.
  const added = { ...described, declaration: { ...described.declaration, since: today } };
  const found = findSubscription(workspace, application, api);
  if (!found) return added;
  throw new CommandError(`${application} is already subscribed to ${api}, in ${show(found.place.file)}.`);
}

/**
 * A sentence about the operations that need a scope which the subscription does not request; empty if there are none.
 */
async function describeMissingScopes({ apis }: Workspace, args: CommandArguments): Promise<string> {
  const [{ openDocument }, { listRequiredScopes, neededScopes }, { printable }] = await Promise.all([
    import('#openapi/open-document.ts'),
    import('#compiler/workspace/needed-scopes.ts'),
    import('../views/display-width.ts'),
  ]);
  const api = apis.find(({ value }) => apiKey(value) === args.requiredText('api'));
  if (!api?.definition) return '';
  const document = openDocument(api.definition.contract);
  const held = new Set(args.list('scope'));
  const neededOfOperations = document.operations.map(neededScopes).filter((sets) => sets !== undefined);
  const closed = neededOfOperations.filter(
    (sets) => !sets.some((set) => set.every((scope) => held.has(scope))),
  );
  if (closed.length === 0) return '';
  const missing = listRequiredScopes(document).filter((scope) => !held.has(scope));
  const named = missing.slice(0, mostNamed).map((scope) => printable(scope));
  const more = missing.length > mostNamed ? ` and ${missing.length - mostNamed} more` : '';
  const verb = closed.length === 1 ? 'operation needs' : 'operations need';
  return `${closed.length} ${verb} a scope that this subscription does not have: ${named.join(', ')}${more}.\n`;
}

const mostNamed = 8;
