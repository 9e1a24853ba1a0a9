import type { FastifyReply } from 'fastify';
import { renderError } from '#runtime/pages/error-page.ts';
import type { PageProblem } from '#runtime/pages/texts.ts';
import { type Page, type Site, renderPage, pageHeaders } from '#runtime/pages/layout.ts';
import { pathOfPage } from './authorize-paths.ts';
import { type CookieChanges, writeCookies } from './cookies.ts';
import { statusesOfProblems } from './refusals.ts';
import { sendEarly } from '#runtime/rejection/send-early.ts';
import type { AuthorizationServer } from '../authorization-server.ts';
import { retryAfter } from '../retry-after.ts';

/** A response with a page. */
interface PageAnswer {
  readonly status: number;
  readonly page: Page;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: CookieChanges;
}

/** A redirect. */
interface RedirectAnswer {
  readonly location: string;
  readonly cookies?: CookieChanges;
}

/** The response to a browser. */
export type Answer = PageAnswer | RedirectAnswer;

/** An error page for the problem. `startAgain` is the path where the user can try again. */
export function showProblem(problem: PageProblem, startAgain?: string): PageAnswer {
  return { status: statusesOfProblems[problem], page: renderError(problem, startAgain) };
}

/** A redirect is not cached, and sends no referrer to its target (RFC 9700 section 4.2.4). */
const redirectHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

/** Sends an answer to a browser. Without a server, no cookies are set. */
export function sendAnswer(
  reply: FastifyReply,
  server: Pick<AuthorizationServer, 'settings' | 'organisation'> | undefined,
  answer: Answer,
): FastifyReply {
  const cookies = server ? writeCookies(server.settings, answer.cookies ?? {}) : [];
  for (const [name, value, attributes] of cookies) reply.setCookie(name, value, attributes);
  if ('location' in answer)
    return sendEarly(reply.code(303).headers({ ...redirectHeaders, location: answer.location }));
  reply.code(answer.status).headers({ ...pageHeaders, ...retryAfter(answer.status), ...answer.headers });
  return sendEarly(reply, String(renderPage(answer.page, server && siteOf(server))));
}

function siteOf({ settings, organisation }: Pick<AuthorizationServer, 'settings' | 'organisation'>): Site {
  const { store, storeUrl } = settings;
  return {
    organisation,
    logo: store?.logo,
    grantsPage: pathOfPage(settings, 'grants'),
    store:
      store && storeUrl !== undefined
        ? { title: store.title ?? organisation, url: `${storeUrl}/store` }
        : undefined,
  };
}
