import type { ManifestApplication } from '../../../compiled/manifest.ts';
import type { FederatedLogin } from '../../identity/identity.ts';
import type { AuthorizationServer } from '../authorization-server.ts';

/** Whether users whom a provider knows may log in to an application. */
export function allowsProvider({ identityProviders }: ManifestApplication, provider: string): boolean {
  return identityProviders?.includes(provider) ?? true;
}

/** Whether a password can get anybody into an application. */
export function takesPasswords({ identity }: AuthorizationServer, application: ManifestApplication): boolean {
  return identity.directories.some(({ name }) => allowsProvider(application, name));
}

/** Where users of an application can be sent for their login. */
export function federationsOf(
  { identity }: AuthorizationServer,
  application: ManifestApplication,
): readonly FederatedLogin[] {
  return identity.federations.filter(({ name }) => allowsProvider(application, name));
}
