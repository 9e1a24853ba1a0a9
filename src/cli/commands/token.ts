import { isPublicClient } from '#compiled/is-public-client.ts';
import type { KeySetName } from '#compiled/manifest.ts';
import type { ApplicationDeclaration } from '#compiler/kinds/application/declaration.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import { requestsJson, jsonFormatOption } from '../arguments/json-format.ts';
import { CommandError } from '../command-error.ts';
import type { Command, CommandArguments, ExitCode } from '../command.ts';
import { findApplication } from '#compiler/propose/find-declared.ts';
import type { Io } from '../io.ts';
import {
  applicationOption,
  deploymentOption,
  findDeployment,
  findProject,
  loadWorkspace,
  type Project,
} from '../project/project.ts';
import { SecretInput } from '../secret-input.ts';
import { findStateFolder, stateFolderOptions } from '../state/find-state-folder.ts';
import { explainRefusal, explainUnreachable, parseObject } from '../token/explain-refusal.ts';
import { tokenEndpointOf, trustedAuthorities } from '../token/find-gateway.ts';
import { type FormAnswer, type FormPost, postForm } from '../token/post-form.ts';
import { printable } from '../views/display-width.ts';

const secretVariable = 'GATEWRIGHT_CONSUMER_SECRET';

export const tokenCommand: Command = {
  name: 'token',
  summary: 'Get an access token from a running gateway.',
  details:
    'Calls the token endpoint with the client credentials grant, or with --user with the password grant. The consumer ' +
    `secret is read from the variable ${secretVariable}, otherwise from a prompt, otherwise from a line of standard ` +
    'input; the password of a user from a prompt, otherwise from the next line of standard input. Standard output ' +
    'gets only the token, standard error its description.',
  options: {
    ...stateFolderOptions,
    ...deploymentOption,
    ...applicationOption,
    sandbox: { type: 'flag', summary: 'Use the sandbox keys instead of the production keys.' },
    scope: {
      type: 'list',
      placeholder: 'SCOPES',
      summary: 'Scopes, separated by spaces. Default: all allowed scopes.',
    },
    user: {
      type: 'text',
      placeholder: 'NAME',
      summary: 'The user to log in as, with the password grant.',
      names: 'user',
    },
    url: {
      type: 'text',
      placeholder: 'URL',
      summary: 'The base URL of the gateway, instead of the declared gatewayUrl.',
    },
    format: {
      ...jsonFormatOption.format,
      summary: 'What to print: human for the token alone, or json for the whole response.',
    },
  },
  examples: [
    {
      command: 'TOKEN=$(gatewright token --application DogWalker)',
      does: 'asks for the secret on the terminal',
    },
    {
      command: 'gatewright token --application DogWalker --sandbox --scope "dogs.read" < secret.txt',
      does: 'reads the secret from a file',
    },
    {
      command: 'gatewright token --application DogWalker --url https://localhost:9443',
      does: 'asks a gateway that was started with --port 9443',
    },
  ],
  exitCodes: { 0: 'the token was issued and printed', 2: 'no token was issued' },
  run: fetchToken,
};

async function fetchToken(args: CommandArguments, io: Io): Promise<ExitCode> {
  const asJson = requestsJson(args);
  const project = await findProject(args, io);
  const client = await findClient(args, project);
  const url = tokenEndpointOf(args.text('url') ?? client.gatewayUrl);
  const { secret, form } = await readGrant(args, io);
  const credentials = Buffer.from(`${client.consumerKey}:${secret}`).toString('base64');
  const stateFolder = await findStateFolder(args, io);
  const post = { url, headers: { authorization: `Basic ${credentials}` }, form };
  const answer = await requestToken({ ...post, ca: await trustedAuthorities(url, stateFolder) });
  const token = tokenIn(answer);
  if (!token) throw explainRefusal(answer, { ...client, grantType: form.grant_type, url });
  await io.stdout.deliver(asJson ? `${JSON.stringify(token.answer, null, 2)}\n` : `${token.text}\n`);
  io.stderr.write(describeToken(token, client));
  return 0;
}

/** One key set of a declared application. */
interface DeclaredClient {
  readonly application: string;
  readonly keySet: KeySetName;
  readonly consumerKey: string;
  /** The file of the application, as the user would type it. */
  readonly file: string;
  readonly gatewayUrl: string;
}

async function findClient(args: CommandArguments, project: Project): Promise<DeclaredClient> {
  const deployment = await findDeployment(args, project);
  const workspace = await loadWorkspace(project);
  const application = findApplication(workspace, args.requiredText('application'));
  const keySet = args.flag('sandbox') ? 'sandbox' : 'production';
  return {
    application: application.value.name,
    keySet,
    consumerKey: consumerKeyOf(application, keySet, project),
    file: project.show(application.place.file),
    gatewayUrl: workspace.gateway.value.deployments[deployment]?.gatewayUrl ?? '',
  };
}

function consumerKeyOf(
  { value, place }: Declared<ApplicationDeclaration>,
  keySet: KeySetName,
  { show }: Project,
): string {
  const { name, type, keys } = value;
  if (isPublicClient(value)) {
    const help = 'It gets its tokens in a browser, by the authorization code grant with PKCE.';
    throw new CommandError(
      `${name} is a ${type} application, which has no secret to get a token with.`,
      help,
    );
  }
  const consumerKey = keys?.[keySet]?.consumerKey;
  if (consumerKey !== undefined) return consumerKey;
  const flag = keySet === 'sandbox' ? ' --sandbox' : '';
  const help = `Make some with \`gatewright keys generate --application ${name}${flag}\`.`;
  throw new CommandError(`${name} has no ${keySet} keys in ${show(place.file)}.`, help);
}

/** The parameters of the token request, and the consumer secret. Reads the secret first, then the password. */
async function readGrant(args: CommandArguments, io: Io) {
  using input = new SecretInput(io);
  const secret = io.env[secretVariable] || (await input.read('Consumer secret', howToGiveSecret));
  const scopes = args.list('scope');
  const username = args.text('user');
  const common = scopes.length === 0 ? {} : { scope: scopes.join(' ') };
  if (username === undefined) return { secret, form: { ...common, grant_type: 'client_credentials' } };
  const password = await input.read('Password', 'Write it to standard input, on a line below the secret.');
  return { secret, form: { ...common, grant_type: 'password', username, password } };
}

const howToGiveSecret = `Set ${secretVariable}, or write it to standard input on a line of its own.`;

async function requestToken(post: FormPost): Promise<FormAnswer> {
  try {
    return await postForm(post);
  } catch (error) {
    throw explainUnreachable(error, post.url);
  }
}

interface ReceivedToken {
  readonly text: string;
  readonly answer: Readonly<Record<string, unknown>>;
}

function tokenIn({ status, body }: FormAnswer): ReceivedToken | undefined {
  const answer = status === 200 ? parseObject(body) : undefined;
  const text = answer?.['access_token'];
  // The token is pasted into shells, so other characters are refused.
  return answer && typeof text === 'string' && /^[\w.~+/=-]+$/.test(text) ? { text, answer } : undefined;
}

function describeToken({ answer }: ReceivedToken, { application, keySet }: DeclaredClient): string {
  const { expires_in: lifetime, scope } = answer;
  const time = typeof lifetime === 'number' ? `, valid for ${lifetime} seconds` : '';
  const scopes = typeof scope === 'string' ? `with the scope ${printable(scope)}` : 'without a scope';
  return `A token for the ${keySet} keys of ${application}${time}, ${scopes}.\n`;
}
