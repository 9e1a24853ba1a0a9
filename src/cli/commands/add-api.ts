import { realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import { apiKey } from '#compiled/api-key.ts';
import { isPlainHttp } from '#compiler/workspace/urls/url.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { chooseEndpoints, chooseIdentity, chooseOwner, type ReadDocument } from '../add-api/choose-api.ts';
import { extendBaselineFile } from '../add-api/extend-baseline.ts';
import { placeDefinition } from '../add-api/place-definition.ts';
import type { DefinitionFiles } from '../add-api/read-definition.ts';
import type { SortedFindings } from '../add-api/report-added-api.ts';
import { CommandError } from '../command-error.ts';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import { type Addition, checkAddition, writeAddition } from '../declarations/add-declaration.ts';
import type { Preview } from '../declarations/preview-change.ts';
import type { Io } from '../io.ts';
import { configOption, findProject, loadWorkspace, type Project } from '../project/project.ts';

export const addApiCommand: Command = {
  name: 'add api',
  summary: 'Declare an API from its OpenAPI document.',
  details:
    'Writes apis/<context>/<version>/api.yaml. Values that you do not give are read from the document. A ' +
    'document inside the repository stays in place; a document outside, or of a URL, is copied, together with ' +
    'the files below its folder that it references. The API is served as it is: requests that do not match the ' +
    'document are reported and forwarded, and errors of design rules in it go into the baseline. The command ' +
    'prints what to tighten.',
  options: {
    ...configOption,
    from: {
      type: 'text',
      placeholder: 'FILE|URL',
      summary: 'The OpenAPI document, in YAML or JSON. Only this command fetches a URL.',
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
      summary: 'The version. Default: v and the major version of the document, or v1.',
    },
    owner: {
      type: 'text',
      placeholder: 'OWNER',
      summary:
        'The owner. Default: that of other versions, the contact of the document, or you as git knows you.',
    },
    production: {
      type: 'text',
      placeholder: 'URL',
      summary: 'The production endpoint. Default: the first https server of the document.',
    },
    sandbox: { type: 'text', placeholder: 'URL', summary: 'The sandbox endpoint. Default: none.' },
    'allow-plain-http': {
      type: 'text',
      placeholder: 'REASON',
      summary:
        'Why an endpoint may begin with http://, such as a mesh of the cluster that encrypts all calls.',
    },
    validation: {
      type: 'text',
      placeholder: 'MODE',
      summary: 'What happens to requests that do not match the document: report, enforce or off.',
      default: 'report',
    },
    'write-baseline': {
      type: 'flag',
      summary: 'Add the warnings in the document to the baseline too, not only the errors.',
    },
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
    {
      command: 'gatewright add api --from https://dogs.example.edu/openapi.json --validation enforce',
      does: 'fetches the document, and refuses requests that do not match it',
    },
    {
      command:
        "gatewright add api --from orders.yaml --production http://orders.shop.svc.cluster.local --allow-plain-http 'The mesh encrypts all calls.'",
      does: 'forwards calls to a service inside the cluster',
    },
  ],
  exitCodes: {
    0: 'written',
    1: 'the declaration itself would have errors; nothing is written',
    2: 'the command could not run',
  },
  run: addApi,
};

async function addApi(args: CommandArguments, io: Io): Promise<ExitCode> {
  const project = await findProject(args, io);
  const requests = readValidation(args);
  const { files, read } = await readFrom(args, io);
  const workspace = await loadWorkspace(project);
  const { addition, notes } = await describeAddition({ args, files, read, requests }, workspace, project);
  const checked = await checkAddition(project, addition, io);
  io.stderr.write(checked ? notes.added : notes.refused);
  if (!checked) return 1;
  const findings = sortFindings(checked.preview, addition, args.flag('write-baseline'));
  await extendBaselineFile(project, findings.inBaseline, checked.preview, io);
  await writeAddition(project, checked, io);
  await reportAdded(checked.preview, addition, { findings, requests }, io);
  return 0;
}

const modes = ['report', 'enforce', 'off'] as const;
type ValidationMode = (typeof modes)[number];

function readValidation(args: CommandArguments): ValidationMode {
  const written = args.requiredText('validation');
  const mode = modes.find((one) => one === written);
  if (mode) return mode;
  throw new CommandError(
    `--validation cannot be ${JSON.stringify(written)}.`,
    `Choose one of ${modes.join(', ')}.`,
  );
}

interface ReadFiles {
  readonly files: DefinitionFiles;
  readonly read: ReadDocument;
}

async function readFrom(args: CommandArguments, { cwd, env }: Io): Promise<ReadFiles> {
  const written = args.requiredText('from');
  const { isWebAddress, readFromWeb } = await import('../add-api/read-from-web.ts');
  if (isWebAddress(written)) {
    const { url, ...files } = await readFromWeb(written, env);
    return { files, read: { document: files.document, url, file: new URL(url).pathname } };
  }
  const { readFromDisk } = await import('../add-api/read-from-disk.ts');
  const files = await readFromDisk(written, cwd);
  return { files, read: { document: files.document, file: basename(written) } };
}

interface NewApi extends ReadFiles {
  readonly args: CommandArguments;
  readonly requests: ValidationMode;
}

async function describeAddition(
  { args, files, read, requests }: NewApi,
  workspace: Workspace,
  { root }: Project,
): Promise<{ readonly addition: Addition; readonly notes: Readonly<Record<'added' | 'refused', string>> }> {
  const { declareApi, folderOfApi } = await import('#compiler/propose/changes/api.ts');
  const identity = chooseIdentity(args, read, workspace);
  const folder = folderOfApi(workspace, identity);
  const endpoints = chooseEndpoints(args, read);
  const { owner, from } = await chooseOwner(args, read, { ...identity, apis: workspace.apis, root });
  const { definition, copies, placed } = placeDefinition(await realpath(root), folder, files);
  const { declaration, file } = declareApi(folder, { ...identity, owner, definition, endpoints });
  const isEnforced = requests === 'enforce';
  const plain = [endpoints.production, endpoints.sandbox ?? ''].find(isPlainHttp);
  const notes = {
    added: from === undefined ? '' : `The owner is ${owner}, ${from}; --owner names another one.\n`,
    refused:
      plain === undefined || endpoints.allowPlainHttp
        ? ''
        : `To allow ${plain}, say why with --allow-plain-http REASON.\n`,
  };
  const addition = {
    declaration: { ...declaration, ...(!isEnforced && { validation: { requests } }) },
    comments: { ...(!isEnforced && { validation: reasons[requests] }) },
    file,
    append: false,
    furtherFiles: copies,
    tolerated: placed,
  };
  return { addition, notes };
}

const reasons = {
  report:
    'Nobody has enforced this document yet: requests that do not match it are forwarded and reported. Remove this to refuse them.',
  off: 'Requests are not compared with the document. Remove this to refuse those that do not match it.',
} as const;

/** Assigns the errors of design rules to the baseline, since they would stop the gateway from serving the API. */
function sortFindings(
  { newErrors, newSuppressible }: Preview,
  { file, tolerated }: Addition,
  isAll: boolean,
): SortedFindings {
  const own = newSuppressible.filter(({ at }) => at.file === file || tolerated.includes(at.file));
  const inBaseline = isAll ? own : own.filter(({ severity }) => severity === 'error');
  const taken = new Set(inBaseline);
  return {
    inBaseline,
    errors: newErrors.filter((error) => !taken.has(error)),
    reported: own.filter((one) => !taken.has(one)),
  };
}

interface AddedApi {
  readonly findings: SortedFindings;
  readonly requests: ValidationMode;
}

async function reportAdded(
  { workspace }: Preview,
  { file }: Addition,
  { findings, requests }: AddedApi,
  { stderr }: Io,
): Promise<void> {
  const added = workspace?.apis.find(({ place }) => place.file === file);
  if (!workspace || !added) return;
  const { describeAddedApi, nextCommand } = await import('../add-api/report-added-api.ts');
  const key = apiKey(added.value);
  for (const sentence of describeAddedApi(key, added, findings, requests)) stderr.write(`${sentence}\n`);
  stderr.write(`Next: \`${nextCommand(key, added, workspace)}\`\n`);
  stderr.write('lets an application call it, and `gatewright run` serves it.\n');
}
