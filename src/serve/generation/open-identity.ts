import { X509Certificate, type KeyObject } from 'node:crypto';
import type { Manifest } from '#compiled/manifest.ts';
import type { LdapProvider, OidcProvider, SamlProvider } from '#compiled/settings/identity-providers.ts';
import type { SecretReference } from '#compiled/settings/secret-reference.ts';
import { DeclaredUsers } from '#runtime/identity/declared-users.ts';
import type { FederatedLogin, Identity, PasswordDirectory } from '#runtime/identity/identity.ts';
import { LdapDirectory } from '#runtime/identity/ldap/ldap-directory.ts';
import { OidcLogin } from '#runtime/identity/oidc/oidc-login.ts';
import { isStrongKey } from '#runtime/identity/saml/signature/verify-signature.ts';
import type { SamlTrust } from '#runtime/identity/saml/saml-trust.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import type { SecretOf } from '#runtime/ports/secrets.ts';

/** What the identity of a generation is built from. */
export interface IdentityContext {
  readonly secretOf: SecretOf;
  readonly clock: Clock;
  /** The identity of the previous generation, of which unchanged providers and their metadata are reused. */
  readonly previous: Identity | undefined;
}

/**
 * Opens the declared users, directories and providers, without contacting any. Throws an error that names the provider
 * with the problem.
 */
export function openIdentity(
  { users, identityProviders }: Pick<Manifest, 'users' | 'identityProviders'>,
  { secretOf, clock, previous }: IdentityContext,
): Identity {
  const directories: PasswordDirectory[] = users.length === 0 ? [] : [new DeclaredUsers(users)];
  const federations: FederatedLogin[] = [];
  const samlTrusts: SamlTrust[] = [];
  for (const provider of identityProviders) {
    if (provider.type === 'ldap') directories.push(openLdap(provider, secretOf));
    else if (provider.type === 'oidc') federations.push(openOidc(provider, secretOf, clock, previous));
    else samlTrusts.push({ provider, keys: readKeys(provider, secretOf) });
  }
  return { directories, federations, samlTrusts };
}

function openLdap(provider: LdapProvider, secretOf: SecretOf): LdapDirectory {
  const { bind } = provider;
  return new LdapDirectory({
    provider,
    ...readCa(provider, secretOf),
    ...(bind && { bindPassword: secretOf(bind.password) }),
  });
}

function openOidc(
  provider: OidcProvider,
  secretOf: SecretOf,
  clock: Clock,
  previous: Identity | undefined,
): FederatedLogin {
  const settings = {
    provider,
    clientSecret: secretOf(provider.clientSecret),
    ...readCa(provider, secretOf),
  };
  const reused = previous?.federations.find((login) => login instanceof OidcLogin && login.isFor(settings));
  return reused ?? new OidcLogin(settings, clock);
}

/** The certificates of the provider's CA. They are parsed here so that an error does not first show at a login. */
function readCa({ name, ca }: LdapProvider | OidcProvider, secretOf: SecretOf): { readonly ca?: string } {
  if (ca === undefined) return {};
  const certificates = readCertificates(secretOf(ca), name, ca);
  return { ca: certificates.map((certificate) => certificate.toString()).join('\n') };
}

function readKeys({ name, certificates }: SamlProvider, secretOf: SecretOf): readonly KeyObject[] {
  return certificates.flatMap((reference) => {
    const keys = readCertificates(secretOf(reference), name, reference).map(({ publicKey }) => publicKey);
    if (keys.every(isStrongKey)) return keys;
    throw new Error(
      `The certificate ${describePlace(reference)} of the identity provider ${name} cannot verify assertions. Use one with an RSA key of at least 2048 bits.`,
    );
  });
}

/** All certificates of a PEM text. Throws if one cannot be read or the text contains none. */
function readCertificates(pem: string, provider: string, at: SecretReference): readonly X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  const isWhole = blocks.length > 0 && blocks.length === pem.split('-----BEGIN CERTIFICATE-----').length - 1;
  try {
    if (isWhole) return blocks.map((block) => new X509Certificate(block));
  } catch {
    // The error is reported below, as for a text without a certificate.
  }
  throw new Error(
    `The certificate ${describePlace(at)} of the identity provider ${provider} cannot be read. Replace it with certificates in PEM.`,
  );
}

function describePlace({ fromFile, fromEnv = '' }: SecretReference): string {
  return fromFile ?? `in the environment variable ${fromEnv}`;
}
