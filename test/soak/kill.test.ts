import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Agent, request } from 'undici';
import { main } from '../cli/run-gatewright.ts';
import { digestOf } from '#compiled/digest.ts';
import { grantIdOf, handleOfCode, newSecret } from '#runtime/oauth/token/refresh-chain.ts';
import { bindToHolder } from '#runtime/token/user-binding.ts';
import type { TokenStore } from '#runtime/ports/token-store.ts';
import { openSqliteStore } from '#runtime/state/sqlite/sqlite-store.ts';

/** Codes in all, how many are exchanged at a time, and how often the gateway is killed meanwhile. */
const codes = 10_000;
const callers = 16;
const kills = 8;

/** One of this many codes is sent twice at once, which revokes its tokens. */
const replayEvery = 10;

const consumerKey = 'soak-production';
const secret = randomBytes(32).toString('base64url');
const redirectUri = 'https://soak.example.edu/callback';
const ada = {
  name: 'ada',
  passwordDigest: `$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$${'A'.repeat(43)}`,
  state: 'active',
} as const;

/** The result of a request: the refresh token in the answer, a refusal, or no answer at all. */
type Outcome = { readonly refreshToken: string } | 'refused' | 'unanswered';

let root: string;
let gateway: ChildProcess;
let gatewayUrl: string;
let store: TokenStore;
const agent = new Agent({ connections: 2 * callers });

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'gatewright-kill-'));
  for (const [path, text] of Object.entries(sources())) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  await startGateway();
  // Another process on the same file, as a second gateway would be: it issues the codes.
  store = openSqliteStore(join(root, '.gatewright/state.sqlite'), Date.now);
});

afterAll(async () => {
  gateway?.kill('SIGKILL');
  await store?.close();
  await agent.close();
  await rm(root, { recursive: true, force: true });
});

function sources(): Readonly<Record<string, string>> {
  const digest = createHash('sha256').update(secret).digest('hex');
  return {
    'gateway.config.yaml':
      'kind: Gateway\nformat: 1\norganisation: Soak\ndeployments:\n  production:\n    gatewayUrl: http://localhost:8243\n',
    'tiers.yaml': 'kind: Tier\nname: unlimited\n',
    'users.yaml': `kind: User\nname: ada\npasswordDigest: ${ada.passwordDigest}\n`,
    'applications/soak.yaml': `kind: Application\nname: Soak\ntype: web\nowner: soak@example.edu\ngrants: [authorization_code, refresh_token]\ncallbackUrls: ['${redirectUri}']\nkeys: { production: { consumerKey: ${consumerKey}, secretDigests: ['sha256:${digest}'] } }\n`,
  };
}

/** Resolves when the gateway listens. */
async function startGateway(): Promise<void> {
  const words = [main, 'run', '--log-format', 'text', '--plain-http', '--port', '0', '--admin-port', '0'];
  gateway = spawn(process.execPath, words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let written = '';
  gateway.stderr?.on('data', (chunk) => (written += String(chunk)));
  for await (const chunk of gateway.stdout ?? []) {
    written += String(chunk);
    const [, url] = /^Gateway (\S+)\n/m.exec(written) ?? [];
    if (url === undefined) continue;
    gatewayUrl = url;
    gateway.stdout?.resume();
    return;
  }
  throw new Error(`the gateway did not start:\n${written}`);
}

async function killGateway(): Promise<void> {
  const ended = once(gateway, 'exit');
  gateway.kill('SIGKILL');
  await ended;
}

/** Issues a code as the authorization endpoint does once a user has agreed. */
async function issueCode(): Promise<string> {
  const code = newSecret();
  const now = Math.floor(Date.now() / 1000);
  const id = grantIdOf(handleOfCode(code));
  const record = {
    id,
    userBinding: bindToHolder({ user: ada }, id),
    clientId: consumerKey,
    keySet: 'production',
    subject: 'user:ada',
    scopes: [],
    authenticatedAt: now,
    redirectUri,
  } as const;
  await store.putCode(digestOf(code), record, { expiresAt: now + 60, forgetAt: now + 3660 });
  return code;
}

function exchange(code: string): Promise<Outcome> {
  return send({ grant_type: 'authorization_code', code, redirect_uri: redirectUri });
}

function refresh(token: string): Promise<Outcome> {
  return send({ grant_type: 'refresh_token', refresh_token: token });
}

async function send(form: Readonly<Record<string, string>>): Promise<Outcome> {
  try {
    const { statusCode, body } = await request(`${gatewayUrl}/token`, {
      dispatcher: agent,
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${consumerKey}:${secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(form).toString(),
    });
    const answer = (await body.json()) as { readonly refresh_token?: string };
    if (statusCode === 200) return { refreshToken: String(answer.refresh_token) };
    return statusCode === 400 ? 'refused' : 'unanswered';
  } catch {
    return 'unanswered';
  }
}

/** What one run of the gateway, from its start to its end, has left to be checked in the next. */
interface Left {
  /** The newest refresh tokens of grants of which nothing is in doubt. */
  readonly refreshTokens: string[];
  /** Codes whose exchange was not answered. */
  readonly inDoubt: string[];
}

const redeemed = new Map<string, number>();
const counts = { exchanged: 0, refreshed: 0, refusedReplays: 0, inDoubt: 0, tokensChecked: 0 };

function note(code: string, outcome: Outcome): void {
  if (typeof outcome === 'object') redeemed.set(code, (redeemed.get(code) ?? 0) + 1);
}

async function exchangeOnce(code: string, left: Left): Promise<void> {
  const outcome = await exchange(code);
  note(code, outcome);
  counts.exchanged += 1;
  if (outcome === 'unanswered') left.inDoubt.push(code);
  if (typeof outcome !== 'object') return;
  if (counts.exchanged % 2 === 0) return void left.refreshTokens.push(outcome.refreshToken);
  const next = await refresh(outcome.refreshToken);
  if (typeof next !== 'object') return;
  counts.refreshed += 1;
  left.refreshTokens.push(next.refreshToken);
}

async function exchangeTwice(code: string, left: Left): Promise<void> {
  const outcomes = await Promise.all([exchange(code), exchange(code)]);
  for (const outcome of outcomes) note(code, outcome);
  counts.exchanged += 1;
  counts.refusedReplays += outcomes.filter((outcome) => outcome === 'refused').length;
  if (outcomes.includes('unanswered')) left.inDoubt.push(code);
}

/** The state after the previous run: each refresh token works, and a code in doubt at most once in all. */
async function checkLeft({ refreshTokens, inDoubt }: Left): Promise<void> {
  await forEach(refreshTokens, async (token) => {
    expect(await refresh(token)).toEqual({ refreshToken: expect.stringMatching(/^[\w-]{43}\.[\w-]{43}$/) });
    counts.tokensChecked += 1;
  });
  await forEach(inDoubt, async (code) => {
    for (const outcome of await Promise.all([exchange(code), exchange(code)])) note(code, outcome);
    counts.inDoubt += 1;
  });
}

/** Runs a task for each item, a few at a time. */
async function forEach<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const shared = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = shared.next(); !next.done; next = shared.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: callers }, worker));
}

/** Counts up to a number, but no further than the point where it is stopped. */
function* countTo(end: number, isStopped: () => boolean): Generator<number> {
  for (let count = 0; count < end && !isStopped(); count += 1) yield count;
}

/** Exchanges many codes. With `killAfter` the gateway is killed once so many were sent, while others are under way. */
async function exchangeMany(count: number, killAfter: number | undefined): Promise<Left> {
  const left: Left = { refreshTokens: [], inDoubt: [] };
  let killed: Promise<void> | undefined;
  let sent = 0;
  await forEach(
    countTo(count, () => killed !== undefined),
    async () => {
      const code = await issueCode();
      const exchanging = sent % replayEvery === 0 ? exchangeTwice(code, left) : exchangeOnce(code, left);
      if ((sent += 1) === killAfter) killed = killGateway();
      await exchanging;
    },
  );
  await killed;
  return left;
}

test(`${kills} kills in the middle of ${codes} exchanges: no code twice, no refresh token lost`, async () => {
  let left: Left = { refreshTokens: [], inDoubt: [] };
  const perRun = Math.ceil(codes / (kills + 1));
  for (let run = 0; run < kills; run += 1) {
    left = await exchangeMany(Infinity, perRun);
    await startGateway();
    await checkLeft(left);
  }
  await checkLeft(await exchangeMany(perRun, undefined));
  expect([...redeemed.values()].filter((times) => times > 1)).toEqual([]);
  expect(counts.exchanged).toBeGreaterThanOrEqual(codes);
  expect(counts.inDoubt).toBeGreaterThan(0);
  expect(counts.refusedReplays).toBeGreaterThan(codes / replayEvery / 2);
  expect(counts.tokensChecked).toBeGreaterThan(codes * 0.8);
});
