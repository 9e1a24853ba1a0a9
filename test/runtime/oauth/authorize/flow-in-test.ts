import { passwordOfAlice, redirectUri } from '../authorization-in-test.ts';
import type { BrowserInTest, PageInTest } from './browser-in-test.ts';

type Parameters = Readonly<Record<string, string | undefined>>;

/** The request of Web; an undefined change omits a parameter. */
export function requestOf(changes: Parameters = {}): string {
  const parameters: Parameters = {
    response_type: 'code',
    client_id: 'Web-production',
    redirect_uri: redirectUri,
    state: 's1',
    ...changes,
  };
  const sent = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return `/authorize?${new URLSearchParams(sent).toString()}`;
}

/** Fills in a form, by its place on the page, and sends it. */
export function fillIn(
  browser: BrowserInTest,
  page: PageInTest,
  fields: Readonly<Record<string, string>>,
  place = 0,
): Promise<PageInTest> {
  const form = page.forms[place];
  if (!form) throw new Error(`there is no form on this page: ${page.status} ${page.text} ${page.location}`);
  return browser.submit(form.action, { ...form.fields, ...fields });
}

export const alicesPassword = { username: 'alice', password: passwordOfAlice };

/** Logs alice in for a request, as far as to what follows the login. */
export async function logInFor(browser: BrowserInTest, request = requestOf()): Promise<PageInTest> {
  const page = await browser.visit(request);
  return browser.follow(await fillIn(browser, page, alicesPassword));
}

/** Logs alice in, who allows the request; returns her next location. */
export async function allow(browser: BrowserInTest, request = requestOf()): Promise<URL> {
  const { location } = await fillIn(browser, await logInFor(browser, request), { decision: 'allow' });
  return new URL(location);
}

/** The parameters of a redirect, in the query or in the fragment. */
export function answerIn(location: string | URL, part: 'search' | 'hash' = 'search') {
  return Object.fromEntries(new URLSearchParams(new URL(location)[part].slice(1)));
}
