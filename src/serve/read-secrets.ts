import { resolve as resolvePath } from 'node:path';
import { canonicalJson } from '../compiled/canonical-json.ts';
import type { CompiledApi, CompiledEndpoint } from '../compiled/compiled-api.ts';
import type { Compiled } from '../compiled/compiled.ts';
import { digestOf, type Digest } from '../compiled/digest.ts';
import type { ManifestIdentityProvider, SecretReference } from '../compiled/manifest.ts';
import type { ResolveSecret, SecretOf } from '../runtime/ports/secrets.ts';

/** The secrets of one route table as they were when it was loaded. */
export interface Secrets {
  readonly secretOf: SecretOf;
  /** Changes when a secret does, though the table stays the same. */
  readonly digest: Digest;
}

/** The files, as absolute paths, that hold secrets of the table; references are relative to the folder. */
export function listSecretFiles(compiled: Compiled, folder: string): ReadonlySet<string> {
  const files = referencesIn(compiled).flatMap(({ fromFile }) => (fromFile === undefined ? [] : [fromFile]));
  return new Set(files.map((file) => resolvePath(folder, file)));
}

/** Reads every secret that a generation of the table needs. Rejects as `resolve` does at the first one that fails. */
export async function readSecrets(compiled: Compiled, resolve: ResolveSecret): Promise<Secrets> {
  const references = new Map(
    referencesIn(compiled).map((reference) => [canonicalJson(reference), reference]),
  );
  const entries = [...references].map(async ([key, reference]) => [key, await resolve(reference)] as const);
  const values = new Map(await Promise.all(entries));
  return {
    secretOf: (reference) => secretIn(values, reference),
    digest: digestOf(canonicalJson(Object.fromEntries(values))),
  };
}

function secretIn(values: ReadonlyMap<string, string>, reference: SecretReference): string {
  const value = values.get(canonicalJson(reference));
  if (value === undefined) throw new Error('a secret was not read beforehand');
  return value;
}

function referencesIn({ manifest, apis }: Compiled): readonly SecretReference[] {
  const signingKeys = manifest.gateway.token.signingKeys.map(({ key }) => key);
  const providers = manifest.identityProviders.flatMap(referencesOfProvider);
  return [...signingKeys, ...providers, ...[...apis.values()].flatMap(referencesOfApi)];
}

function referencesOfProvider(provider: ManifestIdentityProvider): readonly SecretReference[] {
  if (provider.type === 'saml') return provider.certificates;
  const { ca } = provider;
  const password = provider.type === 'oidc' ? provider.clientSecret : provider.bind?.password;
  return [...(ca ? [ca] : []), ...(password ? [password] : [])];
}

function referencesOfApi({ endpoints: { production, sandbox } }: CompiledApi): readonly SecretReference[] {
  return [...referencesOfEndpoint(production), ...referencesOfEndpoint(sandbox)];
}

function referencesOfEndpoint({ ca, auth }: Partial<CompiledEndpoint> = {}): readonly SecretReference[] {
  const { basic, header, clientCertificate } = auth ?? {};
  return [
    ...(ca ? [ca] : []),
    ...(basic ? [basic.username, basic.password] : []),
    ...(header ? [header.value] : []),
    ...(clientCertificate ? [clientCertificate.certificate, clientCertificate.key] : []),
  ];
}
