import { isRecentLogin } from '#runtime/identity/store-sign-in.ts';
import type { PortalAddresses } from './paths.ts';
import type { Portal } from './portal.ts';
import type { StoreUser } from './store-user.ts';

/** How long after entering credentials a user may do what cannot be undone, in seconds. */
export const recentSeconds = 300;

/** Whether a user has entered credentials in the last minutes. */
export function hasRecentLogin({ sessions }: Portal, user: StoreUser): boolean {
  return isRecentLogin(user, recentSeconds, sessions.sealing.clock() / 1000);
}

/** The query parameter of the sign-in that asks for a recent login. */
export const againField = 'again';

/** The path that asks a user to enter credentials again, and then leads to a path of the store. */
export function pathOfSignInAgain({ path }: PortalAddresses, returnPath: string): string {
  const query = new URLSearchParams({ [againField]: 'on', return: returnPath });
  return `${path}/sign-in?${query.toString()}`;
}
