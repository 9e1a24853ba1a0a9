import type { ManifestApplication } from '../../../compiled/manifest.ts';
import type { FederatedLogin } from '../../identity/identity.ts';
import { allowsProvider } from '../../token/standing.ts';
import type { AuthorizationServer } from '../authorization-server.ts';

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
