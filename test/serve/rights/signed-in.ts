import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { redirectUri } from '../../runtime/oauth/authorization-in-test.ts';
import { BrowserInTest } from '../../runtime/oauth/authorize/browser-in-test.ts';
import { fillIn, requestOf } from '../../runtime/oauth/authorize/flow-in-test.ts';
import { secret } from '../../runtime/table-builder.ts';
import type { LogIn } from './people.ts';
import type { Derived, Outcome, Right } from './read-rights.ts';
import { client } from './right-sources.ts';

/** How many connections of each kind are opened at each gateway, so that every worker is likely to have one. */
const connectionCount = 3;

const authorizationRequest = requestOf({ client_id: client, redirect_uri: redirectUri });

/** Everything that a user's login has led to at some gateways that share their state. */
export type SignedIn = Awaited<ReturnType<typeof signIn>>;

/** Logs a user in at the first gateway, and opens WebSockets and streams with the token at each of them. */
export async function signIn(gateways: readonly string[], logIn: LogIn) {
  const [first = ''] = gateways;
  const browser = new BrowserInTest(first);
  const consent = await logIn(browser, authorizationRequest);
  const allowed = await fillIn(browser, consent, { decision: 'allow' });
  const answer = new URL(allowed.location);
  const tokens = await ask(first, '/oauth2/token', {
    grant_type: 'authorization_code',
    code: answer.searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
  });
  const { access_token: token = '', refresh_token: refresh = '' } = JSON.parse(tokens.text) as Tokens;
  const everywhere = gateways.flatMap((url) => Array.from({ length: connectionCount }, () => url));
  const sockets = await Promise.all(everywhere.map((url) => openSocket(url, token)));
  const streams = await Promise.all(everywhere.map((url) => openStream(url, token)));
  const observe: Readonly<Record<Derived, (expected: Expected) => Promise<Outcome>>> = {
    'access token': async () => allSame(await Promise.all(gateways.map((url) => call(url, token)))),
    'refresh token': () => refreshed(gateways.at(-1) ?? '', refresh),
    session: async () => allSame(await Promise.all(gateways.map((url) => visit(url, browser)))),
    WebSocket: async (expected) => allSame(await Promise.all(sockets.map((socket) => socket(expected)))),
    stream: async (expected) => allSame(await Promise.all(streams.map((stream) => stream(expected)))),
  };
  return {
    revoke: () => ask(first, '/oauth2/revoke', { token }),
    logOut: async () => fillIn(browser, await browser.visit('/authorize/logout'), {}),
    removeAccess: async () =>
      fillIn(browser, await browser.visit('/authorize/grants'), { application: 'DogWalker' }),
    /** Another authorization by the same login, at the last gateway. */
    authorizeAgain: () => visit(gateways.at(-1) ?? '', browser),
    /** The state of each of them; connections that must end may do so until the time of the table is over. */
    observe: async ({ outcomes, withinMs }: Right) => {
      const over = later(withinMs + patienceMs);
      const look = (what: Derived) => observe[what]({ outcome: outcomes[what], over });
      // First, since what is asked afterwards takes time that the table does not allow.
      const seen: Partial<Record<Derived, Outcome>> = { 'access token': await look('access token') };
      for (const what of ['WebSocket', 'stream', 'session', 'refresh token'] as const)
        seen[what] = await look(what);
      return seen;
    },
  };
}

/** What a busy machine may need to close connections, in milliseconds. */
const patienceMs = 20_000;

/** What the table says of a connection, and when the time that it allows is over. */
interface Expected {
  readonly outcome: Outcome;
  readonly over: Promise<unknown>;
}

async function later(milliseconds: number): Promise<void> {
  await setTimeout(milliseconds, undefined, { ref: false });
}

interface Tokens {
  readonly access_token?: string;
  readonly refresh_token?: string;
}

function allSame(outcomes: readonly Outcome[]): Outcome {
  const [first = 'stays'] = outcomes;
  if (outcomes.some((outcome) => outcome !== first)) throw new Error(`they differ: ${outcomes.join()}`);
  return first;
}

async function ask(url: string, path: string, form: Readonly<Record<string, string>>) {
  const { statusCode, body } = await request(url + path, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${client}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(form).toString(),
  });
  return { status: statusCode, text: await body.text() };
}

async function call(url: string, token: string): Promise<Outcome> {
  const headers = { authorization: `Bearer ${token}` };
  const { statusCode, body } = await request(`${url}/dog_park/v1/dogs`, { headers });
  body.on('error', () => undefined).destroy();
  return statusCode === 200 ? 'stays' : 'ends';
}

async function refreshed(url: string, token: string): Promise<Outcome> {
  const { status } = await ask(url, '/oauth2/token', { grant_type: 'refresh_token', refresh_token: token });
  return status === 200 ? 'stays' : 'ends';
}

/** Whether the person continues without a login; the cookies are those of one browser for all gateways. */
async function visit(url: string, browser: BrowserInTest): Promise<Outcome> {
  const here = new BrowserInTest(url);
  for (const [name, value] of browser.cookies) here.cookies.set(name, value);
  const { location, heading } = await here.visit(authorizationRequest);
  const isKnown = location.includes('code=') || heading === 'Allow DogWalker to act for you?';
  return isKnown ? 'stays' : 'ends';
}

type Observe = (expected: Expected) => Promise<Outcome>;

async function openSocket(url: string, token: string): Promise<Observe> {
  const headers = { authorization: `Bearer ${token}` };
  const socket = new WebSocket(`${url.replace('http', 'ws')}/dog_park/v1/dogs`, { headers });
  socket.on('error', () => undefined);
  onTestFinished(() => socket.terminate());
  const closed = once(socket, 'close').then((): Outcome => 'ends');
  await once(socket, 'open');
  return ({ outcome, over }) => {
    if (outcome === 'ends') return Promise.race([closed, over.then((): Outcome => 'stays')]);
    const heard = once(socket, 'message').then((): Outcome => 'stays');
    socket.send('still here');
    return Promise.race([heard, closed]);
  };
}

async function openStream(url: string, token: string): Promise<Observe> {
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await request(`${url}/dog_park/v1/dogs`, { headers });
  let hasEnded = false;
  const closed = new Promise<Outcome>((resolve) =>
    body.once('error', () => {
      hasEnded = true;
      resolve('ends');
    }),
  );
  await once(body, 'data');
  body.resume();
  onTestFinished(() => void body.destroy());
  return async ({ outcome, over }) => {
    if (outcome === 'ends') return Promise.race([closed, over.then((): Outcome => 'stays')]);
    return hasEnded ? 'ends' : 'stays';
  };
}
