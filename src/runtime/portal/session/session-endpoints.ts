import type { PortalEndpoint } from '../portal-endpoint.ts';
import { beginSignIn, finishSignIn } from './sign-in.ts';
import { showSignedOut, signOut } from './sign-out.ts';

export const sessionEndpoints: readonly PortalEndpoint[] = [
  { method: 'GET', path: '/sign-in', use: 'page', audience: 'all', answer: beginSignIn },
  { method: 'GET', path: '/signed-in', use: 'page', audience: 'all', answer: finishSignIn },
  { method: 'POST', path: '/sign-out', use: 'form', audience: 'signed-in', answer: signOut },
  { method: 'GET', path: '/signed-out', use: 'page', audience: 'all', answer: showSignedOut },
];
