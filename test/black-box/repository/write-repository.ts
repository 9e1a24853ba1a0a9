import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { VersioningStyle } from '#compiled/settings/gateway-settings.ts';
import { makeTestFolder, type AtEnd } from '../../platform/in-folder.ts';
import { freePort } from '../../runtime/free-port.ts';
import { gatewayHost } from '../black-box-case.ts';
import type { RecordingUpstream } from '../recording-upstream.ts';
import { declareApis, type DeclaredApi } from './declared-apis.ts';
import { declaredApplications, type DeclaredApplication } from './declared-applications.ts';

export const consumerSecret = 'a-secret-of-the-tests_0123456789';

/** A folder of declarations, which each data plane compiles by itself. */
export interface Repository {
  readonly root: string;
  /** The key that tokens are signed by, in PEM. */
  readonly signingKey: string;
}

type Documents = Readonly<Record<string, unknown>>;

/** Writes the declarations of the suite, once for each style of versions. */
export async function writeRepositories(
  styles: readonly VersioningStyle[],
  upstream: RecordingUpstream,
  atEnd: AtEnd,
): Promise<ReadonlyMap<VersioningStyle, Repository>> {
  const apis = declareApis(upstream, `http://127.0.0.1:${await freePort()}`);
  const written = new Map<VersioningStyle, Repository>();
  for (const versioning of styles) {
    const unauthenticated = versioning === 'hybrid' ? { unauthenticatedStatus: 401 } : {};
    const declared = {
      settings: { versioning, ...unauthenticated },
      apis,
      applications: declaredApplications,
    };
    written.set(versioning, await writeRepository(declared, atEnd));
  }
  return written;
}

export interface Declarations {
  /** Of the gateway, beside the usual ones. */
  readonly settings?: Documents;
  /** Of its deployment, beside the usual ones. */
  readonly deployment?: Documents;
  readonly apis: readonly DeclaredApi[];
  readonly applications: readonly DeclaredApplication[];
  /** Further files, by their paths. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Writes declarations to a folder of their own. */
export async function writeRepository(
  { settings, deployment, apis, applications, files = {} }: Declarations,
  atEnd: AtEnd,
): Promise<Repository> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signingKey = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const root = await makeTestFolder(atEnd);
  const documents = {
    ...declareGateway(settings, deployment),
    ...describeApis(apis),
    ...describeApplications(applications),
    'secrets/signing-key.pem': signingKey,
    'secrets/key': 'a-key-of-the-gateway',
    ...files,
  };
  for (const [file, document] of Object.entries(documents)) await write(join(root, file), document);
  return { root, signingKey };
}

/** YAML is a superset of JSON. */
async function write(file: string, document: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, typeof document === 'string' ? document : JSON.stringify(document, undefined, 2), {
    mode: 0o600,
  });
}

function declareGateway(settings?: Documents, deployment?: Documents): Documents {
  return {
    'gateway.config.yaml': {
      kind: 'Gateway',
      format: 1,
      organisation: 'Example University',
      deployments: { production: { gatewayUrl: `https://${gatewayHost}`, ...deployment } },
      token: { signingKeys: [{ key: { fromFile: 'secrets/signing-key.pem' } }] },
      state: { store: 'memory' },
      digestHeader: true,
      lint: { extends: 'minimal' },
      ...settings,
    },
    'tiers/gold.yaml': { kind: 'Tier', name: 'gold' },
    'tiers/bronze.yaml': { kind: 'Tier', name: 'bronze', limit: { requests: 2, unit: 'hour' } },
    'tiers/bursts.yaml': { kind: 'Tier', name: 'bursts', limit: { requests: 60, unit: 'hour', burst: 1 } },
  };
}

function describeApis(apis: readonly DeclaredApi[]): Documents {
  const files = apis.map(
    ({ name, context, version = 'v1', state = 'published', operations, document, settings }) => {
      const folder = `apis/${context}/${version}`;
      const declaration = { kind: 'Api', name, context: `/${context}`, version, state, owner: 'parks-team' };
      return {
        [`${folder}/api.yaml`]: {
          ...declaration,
          definition: './openapi.json',
          validation: { requests: 'off' },
          ...settings,
        },
        [`${folder}/openapi.json`]: document ?? describeOperations(name, version, operations),
      };
    },
  );
  return Object.assign({}, ...files) as Documents;
}

const allow = { schema: { type: 'string' } };

function describeOperations(title: string, version: string, operations: readonly string[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  const scopes = new Set<string>();
  for (const text of operations) {
    const [method = '', path = '', ...needed] = text.split(' ');
    const alternatives = needed.length === 0 ? [] : needed.join(' ').split(' | ');
    const security = alternatives.map((set) => ({ oauth: set.split(' ') }));
    for (const scope of security.flatMap(({ oauth }) => oauth)) scopes.add(scope);
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }));
    (paths[path] ??= {})[method.toLowerCase()] = {
      parameters,
      ...(security.length > 0 && { security }),
      responses: {
        200: { description: 'Done.', ...(method === 'OPTIONS' && { headers: { Allow: allow } }) },
      },
    };
  }
  const tokenUrl = `https://${gatewayHost}/token`;
  const flow = {
    tokenUrl,
    scopes: Object.fromEntries([...scopes].map((scope) => [scope, `May use ${scope}.`])),
  };
  const oauth = { type: 'oauth2', flows: { clientCredentials: flow } };
  return {
    openapi: '3.0.3',
    info: { title, version },
    paths,
    components: { securitySchemes: { oauth } },
  };
}

function describeApplications(applications: readonly DeclaredApplication[]): Documents {
  const digest = `sha256:${createHash('sha256').update(consumerSecret).digest('hex')}`;
  const keySet = (consumerKey: string) => ({ consumerKey, secretDigests: [digest] });
  const files = applications.flatMap(({ name, settings, subscriptions }) => [
    {
      [`applications/${name}.yaml`]: {
        kind: 'Application',
        name,
        type: 'service',
        owner: 'ada@example.edu',
        grants: ['client_credentials'],
        keys: { production: keySet(`${name}-production`), sandbox: keySet(`${name}-sandbox`) },
        ...settings,
      },
    },
    ...Object.entries(subscriptions).map(([api, changes]) => ({
      [`apis/subscriptions/${name}-${api.replace('/', '-')}.yaml`]: {
        kind: 'Subscription',
        application: name,
        api,
        tier: 'gold',
        since: '2025-01-01',
        ...changes,
      },
    })),
  ]);
  return Object.assign({}, ...files) as Documents;
}
