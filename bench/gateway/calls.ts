import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { subfolder, type Bench } from './bench.ts';
import type { MadeApi, MadeApplication, MadeRepository } from './make-repository.ts';
import { anyCertificate } from './server-process.ts';

/** A `GET` that its token may make. */
export interface Call {
  readonly path: string;
  readonly token: string;
}

/** Calls on disk, where the programs that send them read them. */
export interface CallList {
  readonly calls: readonly Call[];
  /** One call a line: its path, a space, and the line of its token, counted from 1. */
  readonly callsFile: string;
  /** One token a line. */
  readonly tokensFile: string;
}

const tokens = 1000;
const calls = 40_000;
const item = '6f2c1d8e-3b7a-4c59-9e10-2a4b6c8d0e1f';

/** Requests tokens from a gateway, and lists calls that are spread over all APIs and all tokens. */
export async function listCalls(
  bench: Bench,
  name: string,
  gateway: { readonly origin: string },
  repository: MadeRepository,
): Promise<CallList> {
  const each = Math.ceil(tokens / repository.applications.length);
  const tokensOf = new Map<string, readonly string[]>();
  for (const application of repository.applications)
    tokensOf.set(application.name, await askForTokens(gateway.origin, application, each));
  const listed = Array.from({ length: calls }, (_, index) => chooseCall(repository, tokensOf, index));
  return writeCalls(subfolder(bench, 'calls'), name, listed);
}

function askForTokens(origin: string, application: MadeApplication, count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => askForToken(origin, application)));
}

export async function askForToken(
  origin: string,
  { consumerKey, consumerSecret }: MadeApplication,
): Promise<string> {
  const { statusCode, body } = await request(`${origin}/token`, {
    dispatcher: anyCertificate,
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`The token endpoint answers ${statusCode}.`);
  return (JSON.parse(text) as { readonly access_token: string }).access_token;
}

/** The APIs in turn; what else varies is mixed, so that no two of the choices go together. */
function chooseCall(
  { apis, subscribers }: MadeRepository,
  tokensOf: ReadonlyMap<string, readonly string[]>,
  index: number,
): Call {
  const position = index % apis.length;
  const api = pick(apis, position);
  const application = pick(subscribers[position] ?? [], mix(index, 1));
  const path = pick(pathsOf(api), mix(index, 2));
  return { path, token: pick(tokensOf.get(application) ?? [], mix(index, 3)) };
}

/** A collection and an item of each kind. */
export function pathsOf({ context, version, collections }: MadeApi): readonly string[] {
  return collections.flatMap((collection) => {
    const path = `/${context}/${version}${collection}`;
    return [path, `${path}/${item}`];
  });
}

function pick<Item>(items: readonly Item[], index: number): Item {
  const picked = items[index % items.length];
  if (picked === undefined) throw new Error('an API has no subscriber');
  return picked;
}

/** Multiplicative hashing: the same figures in every run. */
function mix(index: number, salt: number): number {
  const mixed = Math.imul(index + salt * 0x9e37, 0x9e3779b1);
  return Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 8;
}

function writeCalls(folder: string, name: string, listed: readonly Call[]): CallList {
  const lines = new Map(
    [...new Set(listed.map(({ token }) => token))].map((token, index) => [token, index + 1]),
  );
  const [callsFile, tokensFile] = [join(folder, `${name}.calls`), join(folder, `${name}.tokens`)];
  writeFileSync(callsFile, listed.map(({ path, token }) => `${path} ${lines.get(token)}\n`).join(''));
  writeFileSync(tokensFile, [...lines.keys()].map((token) => `${token}\n`).join(''));
  return { calls: listed, callsFile, tokensFile };
}

/**
 * Rejects if a server does not answer some of the calls with a kilobyte of JSON, so that like is compared with like.
 */
export async function checkCalls(
  server: { readonly name: string; readonly origin: string },
  { calls: listed }: CallList,
): Promise<void> {
  const step = Math.ceil(listed.length / 50);
  for (let index = 0; index < listed.length; index += step) {
    const { path = '', token = '' } = listed[index] ?? {};
    const headers = { authorization: `Bearer ${token}` };
    const answer = await request(server.origin + path, { headers, dispatcher: anyCertificate });
    const { byteLength } = await answer.body.arrayBuffer();
    if (answer.statusCode !== 200 || byteLength !== 1024)
      throw new Error(`${server.name} answers ${path} with ${answer.statusCode} and ${byteLength} bytes.`);
  }
}
