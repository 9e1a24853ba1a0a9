import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { apiKey } from '../../compiled/api-key.ts';
import { toSnakeCase } from '../../compiler/propose/checked-text.ts';
import { proposeApi } from '../../compiler/propose/propose-api.ts';
import type { ProposedApi } from '../../compiled/proposals/proposed-api.ts';
import { placeDefinition } from '../add-api/place-definition.ts';
import { readDefinition } from '../add-api/read-definition.ts';
import { CommandError } from '../command-error.ts';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import { addDeclaration } from '../declarations/add-declaration.ts';
import type { Io } from '../io.ts';
import { configOption, findProject, loadWorkspace } from '../project/project.ts';

export const addApiCommand: Command = {
  name: 'add api',
  summary: 'Declare an API from its OpenAPI document.',
  details:
    'Writes apis/<context>/<version>/api.yaml. Values that you do not give are read from the document. A ' +
    'document inside the repository stays in place; a document outside is copied, together with the files ' +
    'that it references.',
  options: {
    ...configOption,
    from: {
      type: 'text',
      placeholder: 'FILE',
      summary: 'The OpenAPI document, in YAML or JSON.',
      required: true,
    },
    name: { type: 'text', placeholder: 'NAME', summary: 'The name. Default: from the title.' },
    context: {
      type: 'text',
      placeholder: 'CONTEXT',
      summary: 'The first segment of its path. Default: the name in snake_case.',
    },
    version: {
      type: 'text',
      placeholder: 'VERSION',
      summary: 'The version. Default: v and the major version of the document.',
    },
    owner: {
      type: 'text',
      placeholder: 'OWNER',
      summary: 'The owner. Required unless the document names a contact.',
    },
    production: {
      type: 'text',
      placeholder: 'URL',
      summary: 'The production endpoint. Default: the first https server of the document.',
    },
    sandbox: { type: 'text', placeholder: 'URL', summary: 'The sandbox endpoint. Default: none.' },
  },
  examples: [
    {
      command: 'gatewright add api --from dogs.yaml --owner dogs-team',
      does: 'reads everything but the owner from the document',
    },
    {
      command:
        'gatewright add api --from dogs.json --name DogPark --version v2 --sandbox https://dogs-test.example.edu',
      does: 'sets some values',
    },
  ],
  exitCodes: {
    0: 'written',
    1: 'the declarations would have errors; nothing is written',
    2: 'the command could not run',
  },
  run: addApi,
};

async function addApi(args: CommandArguments, io: Io): Promise<ExitCode> {
  const project = await findProject(args, io);
  const written = args.requiredText('from');
  const from = await realpath(resolve(io.cwd, written)).catch(() => resolve(io.cwd, written));
  const files = await readDefinition(from, written);
  const { document } = files;
  const { declareApi, folderOfApi } = await import('../../compiler/propose/changes/api.ts');
  const proposed = proposeApi(document);
  const identity = await identifyApi(args, proposed);
  const workspace = await loadWorkspace(project);
  const folder = folderOfApi(workspace, identity);
  const { definition, copies, placed } = placeDefinition(await realpath(project.root), folder, files);
  const described = { ...identity, ...describeApi(args, proposed), definition };
  const addition = {
    ...declareApi(folder, described),
    append: false,
    beside: copies,
    tolerated: placed,
  };
  if (!(await addDeclaration(project, addition, io))) return 1;
  const key = apiKey(identity);
  io.stderr.write(
    `${key} is published, so \`gatewright run\` refuses the sources while its document has errors.\n`,
  );
  io.stderr.write(`Next: \`gatewright lint\` checks ${key} and its document,\n`);
  const [application = 'APPLICATION'] = workspace.names.Application;
  const [tier = 'TIER'] = workspace.names.Tier;
  const command = `gatewright add subscription --application ${application} --api ${key} --tier ${tier}`;
  io.stderr.write(`and \`${command}\` lets an application call it.\n`);
  return 0;
}

/** The values of the options, or else those of the document. */
async function identifyApi(args: CommandArguments, proposed: ProposedApi) {
  const { checkedIdentity } = await import('../../compiler/propose/changes/api.ts');
  const name = checkedIdentity('name', choose(args, 'name', proposed.name));
  const context = `/${(args.text('context') ?? toSnakeCase(name)).replace(/^\//, '')}`;
  checkedIdentity('context', context);
  return { name, context, version: choose(args, 'version', proposed.version) };
}

function choose(args: CommandArguments, option: string, proposed: string | undefined): string {
  const value = args.text(option) ?? proposed;
  if (value !== undefined) return value;
  throw new CommandError(
    `The document does not specify the ${option} of the API.`,
    `Name it with --${option}.`,
  );
}

function describeApi(args: CommandArguments, proposed: ProposedApi) {
  const owner = choose(args, 'owner', proposed.owner);
  const production = args.text('production') ?? proposed.production;
  if (production === undefined) {
    const help = 'Name the address of the service with --production URL.';
    throw new CommandError('The document names no https server that could be the production endpoint.', help);
  }
  return { owner, endpoints: { production, sandbox: args.text('sandbox') } };
}
