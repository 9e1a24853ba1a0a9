import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runGit } from '#platform/git/run-git.ts';
import { makeSigningKey } from '#platform/keys/own-secret-file.ts';
import { hashArgon2id } from '#runtime/identity/argon2id.ts';
import { passwordOfAlice, redirectUri } from '../../runtime/oauth/authorization-in-test.ts';
import { secret } from '../../runtime/table-builder.ts';

export const client = 'dogwalker-production';

export type Files = Readonly<Record<string, string>>;

const digest = createHash('sha256').update(secret).digest('hex');
const passwordDigest = await hashArgon2id(passwordOfAlice);
/** Of another password. */
export const otherDigest = await hashArgon2id(`${passwordOfAlice} again`);

/** The declarations of a gateway whose user alice has rights that the tests take away. */
function declare(upstreamUrl: string, settings: string, people: Files): Files {
  return {
    'gateway.config.yaml': `kind: Gateway
format: 1
organisation: Example University
deployments:
  production: { gatewayUrl: https://gateway.example.edu }
${settings}`,
    'key.pem': makeSigningKey(),
    'another-key.pem': makeSigningKey(),
    ...people,
    ...declareApi('DogPark', 'dog', upstreamUrl),
    'applications/dog_walker.yaml': `kind: Application
name: DogWalker
type: web
owner: walkers
callbackUrls: ["${redirectUri}"]
grants: [client_credentials, authorization_code, refresh_token]
keys:
  production:
    consumerKey: ${client}
    secretDigests: ['sha256:${digest}']
`,
    'teams.yaml': `kind: Team\nname: walkers\nmembers: [alice, 'user:sso/ada', ada@example.edu]\n`,
    'tiers.yaml': 'kind: Tier\nname: gold\n',
    'users/alice.yaml': `kind: User\nname: alice\npasswordDigest: ${passwordDigest}\n`,
    'users/bob.yaml': `kind: User\nname: bob\npasswordDigest: ${passwordDigest}\n`,
  };
}

/** An API of one kind of animals, whose one operation needs a scope, and the subscription to it. */
function declareApi(name: string, animal: string, upstreamUrl: string): Files {
  const context = name.replace(/(?<!^)[A-Z]/, '_$&').toLowerCase();
  const folder = `apis/${context}/v1`;
  return {
    [`${folder}/api.yaml`]: `kind: Api
name: ${name}
context: /${context}
version: v1
state: published
owner: parks-team
definition: ./openapi.yaml
endpoints:
  production: { url: ${upstreamUrl} }
`,
    [`${folder}/subscriptions.yaml`]: `kind: Subscription
application: DogWalker
api: ${name}/v1
tier: gold
state: active
scopes: [${animal}s:read]
`,
    [`${folder}/openapi.yaml`]: `openapi: 3.1.0
info: { title: ${name}, version: v1, description: Animals. }
paths:
  /${animal}s:
    get:
      summary: Lists the ${animal}s.
      security: [{ gateway: [${animal}s:read] }]
      responses:
        '200': { description: The ${animal}s as they come. }
components:
  securitySchemes:
    gateway:
      type: oauth2
      flows:
        clientCredentials:
          tokenUrl: https://gateway.example.edu/token
          scopes: { ${animal}s:read: May see ${animal}s. }
`,
  };
}

/** A folder that is removed when `opened` is disposed of. */
export async function makeFolder(opened: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatewright-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

interface RightSources {
  readonly upstreamUrl: string;
  /** The declarations of who else knows users. */
  readonly people: Files;
  /** More lines of the configuration. */
  readonly settings?: string;
}

/** Writes the declarations into a folder. */
export async function writeRightSources(
  opened: AsyncDisposableStack,
  { upstreamUrl, people, settings = '' }: RightSources,
) {
  const root = await makeFolder(opened);
  const elsewhere = await makeFolder(opened);
  const good = declare(upstreamUrl, settings, people);
  let written = 0;
  const put = async (file: string, text: string) => {
    await mkdir(dirname(join(root, file)), { recursive: true });
    const whole = join(elsewhere, String((written += 1)));
    await writeFile(whole, text);
    await rename(whole, join(root, file));
  };
  for (const [file, text] of Object.entries(good)) await put(file, text);
  // The store has forms only where its declarations are in a repository.
  await runGit(root, ['init', '--quiet']);
  return {
    root,
    good,
    put,
    remove: (file: string) => rm(join(root, file)),
  };
}
