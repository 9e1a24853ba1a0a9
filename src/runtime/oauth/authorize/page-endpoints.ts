import { answerAuthorization, answerPostedAuthorization } from './answer-authorization.ts';
import { answerConsent } from './consent/answer-consent.ts';
import { answerFederatedCallback, answerFederatedLogin } from './login/answer-federated-login.ts';
import { answerGrants } from './consent/answer-grants.ts';
import { answerLogin } from './login/answer-login.ts';
import { answerLogout, answerSwitch, showLogout } from './login/answer-logout.ts';
import type { Answer } from './answer.ts';
import { showGrants } from './consent/show-grants.ts';
import { answerStoreSignIn } from './store/answer-store-sign-in.ts';
import { answerStoreSignOut } from './store/answer-store-sign-out.ts';
import type { Visit } from './login/visit.ts';

/** A request that browsers send to the authorization server. */
export interface PageEndpoint {
  readonly method: 'GET' | 'POST';
  /** Below the authorization endpoint. */
  readonly path: string;
  /** Whether only a page of the authorization server's own may send it. */
  readonly isOwnForm: boolean;
  /** `provider` is what the path names, if it names one. */
  answer(visit: Visit, provider: string): Promise<Answer>;
}

/** The authorization endpoint, and the pages that belong to it. */
export const pageEndpoints: readonly PageEndpoint[] = [
  { method: 'GET', path: '', isOwnForm: false, answer: answerAuthorization },
  { method: 'POST', path: '', isOwnForm: false, answer: answerPostedAuthorization },
  { method: 'POST', path: '/login', isOwnForm: true, answer: answerLogin },
  { method: 'POST', path: '/federated', isOwnForm: true, answer: answerFederatedLogin },
  { method: 'GET', path: '/callback/:provider', isOwnForm: false, answer: answerFederatedCallback },
  { method: 'GET', path: '/store', isOwnForm: false, answer: answerStoreSignIn },
  { method: 'GET', path: '/store/sign-out', isOwnForm: false, answer: answerStoreSignOut },
  { method: 'POST', path: '/consent', isOwnForm: true, answer: answerConsent },
  { method: 'POST', path: '/switch', isOwnForm: true, answer: answerSwitch },
  { method: 'GET', path: '/logout', isOwnForm: false, answer: showLogout },
  { method: 'POST', path: '/logout', isOwnForm: true, answer: answerLogout },
  { method: 'GET', path: '/grants', isOwnForm: false, answer: showGrants },
  { method: 'POST', path: '/grants', isOwnForm: true, answer: answerGrants },
];
