import type { FederatedLogin } from '../../../identity/identity.ts';
import { allowsProvider } from '../../../token/standing.ts';
import type { AuthorizationServer } from '../../authorization-server.ts';
import type { LoginGoal } from './login-goal.ts';

/** Whether anybody can log in with a password. */
export function takesPasswords({ identity }: AuthorizationServer, goal: LoginGoal): boolean {
  return identity.directories.some(({ name }) => isAllowed(goal, name));
}

/** Where users can be sent for their login. */
export function federationsOf({ identity }: AuthorizationServer, goal: LoginGoal): readonly FederatedLogin[] {
  return identity.federations.filter(({ name }) => isAllowed(goal, name));
}

function isAllowed({ client }: LoginGoal, provider: string): boolean {
  return !client || allowsProvider(client.application, provider);
}
