import { userInfo } from 'node:os';
import { posix } from 'node:path';
import type { JsonObject } from '#compiled/json.ts';
import { checkedIdentity } from '#compiler/propose/changes/api.ts';
import { toSnakeCase } from '#compiler/propose/checked-text.ts';
import { listServerUrls, nameFromText, proposeApi } from '#compiler/propose/propose-api.ts';
import { isLoopbackUrl, isPlainHttp } from '#compiler/workspace/urls/url.ts';
import type { DeclaredApi, Workspace } from '#compiler/workspace/workspace.ts';
import { GitMissingError, runGit } from '#platform/git/run-git.ts';
import { CommandError } from '../command-error.ts';
import type { CommandArguments } from '../command.ts';

/** An OpenAPI document, and where it was read from. */
export interface ReadDocument {
  readonly document: JsonObject;
  /** The URL that it was fetched from. */
  readonly url?: string;
  /** The name of its file, or the path of its URL. */
  readonly file: string;
}

/** The identity of a new version of an API, from the options, from other versions of the API, or from the document. */
export function chooseIdentity(
  args: CommandArguments,
  read: ReadDocument,
  { apis }: Pick<Workspace, 'apis'>,
): Readonly<Record<'name' | 'context' | 'version', string>> {
  const proposed = proposeApi(read.document, read.url);
  const found = args.text('name') ?? proposed.name ?? nameFromAddress(read);
  if (found === undefined) {
    const help = 'Name it with --name, in UpperCamelCase: DogPark.';
    throw new CommandError('The title of the document gives no name for the API.', help);
  }
  const earlier = findByName(apis, found);
  const name = checkedIdentity('name', args.text('name') ?? earlier?.name ?? found);
  const context = args.text('context') ?? earlier?.context ?? toSnakeCase(name);
  const version = args.text('version') ?? proposed.version ?? 'v1';
  return { name, context: checkedIdentity('context', `/${context.replace(/^\//, '')}`), version };
}

/** A declared version of an API, by name. The versions of an API share its name, its context and usually its owner. */
function findByName(apis: readonly DeclaredApi[], name: string): DeclaredApi['value'] | undefined {
  return apis.find(({ value }) => value.name.toLowerCase() === name.toLowerCase())?.value;
}

/** Words that are too generic to name an API. */
const commonWords = /^(www|api|apis|openapi|swagger|spec|specs|specification|index|schema|docs?|rest|v\d+)$/i;

/** Derives a name for a document without a usable title: from a host name of its servers, or from its file name. */
function nameFromAddress({ document, url, file }: ReadDocument): string | undefined {
  const hosts = listServerUrls(document, url).map((server) => new URL(server).hostname);
  const labels = hosts.flatMap((host) => (/^[\d.]+$|^\[/.test(host) ? [] : host.split('.').slice(0, -1)));
  const stem = posix.basename(file).replace(/\.(ya?ml|json)$/i, '');
  const names = [...labels, stem].filter((text) => !commonWords.test(text) && text !== 'localhost');
  return names.map((text) => nameFromText(text)).find((name) => name !== undefined);
}

/** An owner, and its source, unless an option or another version of the API names the owner. */
interface ChosenOwner {
  readonly owner: string;
  readonly from?: string;
}

/** The owner, from the option, another version of the API, the contact in the document, git, or the current user. */
export async function chooseOwner(
  args: CommandArguments,
  { document }: ReadDocument,
  { name, apis, root }: { readonly name: string; readonly root: string } & Pick<Workspace, 'apis'>,
): Promise<ChosenOwner> {
  const owner = args.text('owner') ?? findByName(apis, name)?.owner;
  if (owner !== undefined) return { owner };
  const contact = proposeApi(document).owner;
  if (contact !== undefined) return { owner: contact, from: 'the contact of the document' };
  const email = await readGitEmail(root);
  if (email !== '') return { owner: email, from: 'your e-mail address in git' };
  return { owner: readUserName(), from: 'your user name' };
}

async function readGitEmail(root: string): Promise<string> {
  try {
    const { code, stdout } = await runGit(root, ['config', '--get', 'user.email']);
    return code === 0 ? stdout.toString().trim() : '';
  } catch (error) {
    if (error instanceof GitMissingError) return '';
    throw error;
  }
}

function readUserName(): string {
  try {
    return userInfo().username;
  } catch {
    throw new CommandError(
      'The document names no contact that could be the owner.',
      'Name one with --owner.',
    );
  }
}

/**
 * The endpoint URLs that the options or the document name. Throws a CommandError if neither names one for production.
 */
export function chooseEndpoints(args: CommandArguments, { document, url }: ReadDocument) {
  const reason = args.text('allow-plain-http');
  const servers = listServerUrls(document, url);
  const plain = servers.find((server) => isPlainHttp(server));
  const secure = servers.find((server) => server.startsWith('https:'));
  const local = servers.find((server) => isLoopbackUrl(server));
  const production = args.text('production') ?? secure ?? local ?? (reason === undefined ? undefined : plain);
  const sandbox = args.text('sandbox');
  if (production === undefined) throw explainNoServer(plain);
  if (reason !== undefined && ![production, sandbox ?? ''].some(isPlainHttp))
    throw new CommandError('--allow-plain-http is for an endpoint that begins with http://.');
  return { production, sandbox, ...(reason !== undefined && { allowPlainHttp: { reason } }) };
}

function explainNoServer(plain: string | undefined): CommandError {
  if (plain === undefined) {
    return new CommandError(
      'The document names no https server that could be the production endpoint.',
      'Name the address of the service with --production URL.',
    );
  }
  return new CommandError(
    `The document names no https server, only ${plain}.`,
    'Name the address of the service with --production URL, or, where nobody can read the calls, as inside a ' +
      'cluster, say why with --allow-plain-http REASON.',
  );
}
