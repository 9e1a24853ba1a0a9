import { resolve as resolvePath } from 'node:path';
import { canonicalJson } from '#compiled/canonical-json.ts';
import type { CompiledApi, CompiledEndpoint } from '#compiled/compiled-api.ts';
import { forwardsCalls, type Manifest } from '#compiled/manifest.ts';
import type { Digest } from '#compiled/digest.ts';
import type { ManifestIdentityProvider } from '#compiled/settings/identity-providers.ts';
import type { SecretReference } from '#compiled/settings/secret-reference.ts';
import { unpackPart, type PackedTable } from '#compiled/compiled.ts';
import type { ResolveSecret } from '#runtime/ports/secrets.ts';
import { type Secrets, toSecrets } from '../served/loaded-table.ts';

/** Finds the secrets that tables refer to. Each part is searched only once. */
export class SecretReferences {
  #byPart: ReadonlyMap<Digest, readonly SecretReference[]> = new Map();

  /**
   * Returns the references that are needed to serve a table, possibly with duplicates. APIs that forward no calls are
   * skipped, since their secrets may no longer exist.
   */
  listIn({ manifest, apis }: PackedTable): readonly SecretReference[] {
    const known = this.#byPart;
    this.#byPart = new Map(
      [...apis].map(([digest, text]) => [digest, known.get(digest) ?? referencesInPart(text)]),
    );
    const inParts = manifest.apis.filter(forwardsCalls).map(({ part }) => this.#byPart.get(part) ?? []);
    return [...referencesInManifest(manifest), ...inParts.flat()];
  }
}

/** The absolute paths of the files that contain secrets. References are relative to `folder`. */
export function listSecretFiles(references: readonly SecretReference[], folder: string): ReadonlySet<string> {
  const files = references.flatMap(({ fromFile }) => (fromFile === undefined ? [] : [fromFile]));
  return new Set(files.map((file) => resolvePath(folder, file)));
}

/** Reads all referenced secrets. Rejects with the error of the first one that fails. */
export async function readSecrets(
  references: readonly SecretReference[],
  resolve: ResolveSecret,
): Promise<Secrets> {
  const byKey = new Map(references.map((reference) => [canonicalJson(reference), reference]));
  const entries = [...byKey].map(async ([key, reference]) => [key, await resolve(reference)] as const);
  return toSecrets(new Map(await Promise.all(entries)));
}

function referencesInManifest({ gateway, identityProviders }: Manifest): readonly SecretReference[] {
  return [
    ...gateway.token.signingKeys.map(({ key }) => key),
    ...identityProviders.flatMap(referencesOfProvider),
  ];
}

function referencesOfProvider(provider: ManifestIdentityProvider): readonly SecretReference[] {
  if (provider.type === 'saml') return provider.certificates;
  const { ca } = provider;
  const password = provider.type === 'oidc' ? provider.clientSecret : provider.bind?.password;
  return [...(ca ? [ca] : []), ...(password ? [password] : [])];
}

/** Most parts contain no reference, and searching for the two words is faster than parsing the part. */
function referencesInPart(text: string): readonly SecretReference[] {
  return text.includes('"fromEnv"') || text.includes('"fromFile"') ? referencesOfApi(unpackPart(text)) : [];
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
