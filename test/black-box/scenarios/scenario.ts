import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { request as openRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { request } from 'undici';
import { eventually } from '../../eventually.ts';
import type { DeviationCode } from '#export/envoy/deviations.ts';
import { requestToken } from '../issue-tokens.ts';
import type { RunningPlane } from '../planes/running-plane.ts';
import { consumerSecret, type Repository } from '../repository/write-repository.ts';
import type { ScenarioUpstream } from './scenario-upstream.ts';

/** What happens in several steps, and what of it each data plane shows. */
export interface Scenario {
  readonly name: string;
  /** The deviation that its outcome on Envoy shows. */
  readonly code: DeviationCode;
  readonly run: (stage: Stage) => Promise<unknown>;
  readonly builtIn: unknown;
  readonly envoy: unknown;
}

/** A data plane and everything around it. */
export interface Stage {
  readonly plane: RunningPlane;
  readonly upstream: ScenarioUpstream;
  readonly repository: Repository;
  /** The gateway that issues tokens, and may be the data plane as well. */
  readonly keyManager: RunningPlane;
  /** An application whose subscription this data plane may lose. */
  readonly leaver: string;
}

export interface ScenarioCall {
  readonly method?: 'GET' | 'POST';
  readonly token: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export function tokenOf({ keyManager }: Stage, application = 'walker'): Promise<string> {
  return requestToken(`http://127.0.0.1:${keyManager.port}`, application);
}

/** Calls a path, and returns what a client sees of the answer. */
export async function callPlane(
  { plane }: Stage,
  path: string,
  { token, headers, ...options }: ScenarioCall,
) {
  const answer = await request(`http://127.0.0.1:${plane.port}${path}`, {
    ...options,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  const body = await answer.body.text();
  return { status: answer.statusCode, headers: answer.headers, body, code: codeOf(body) };
}

/** After which a data plane ends nothing any more by itself, far beyond what is declared. */
export const patienceMs = 3000;

/** Resolves once the head of the response is there. */
export async function openCall({ plane }: Stage, path: string, token: string): Promise<IncomingMessage> {
  const sent = openRequest(`http://127.0.0.1:${plane.port}${path}`, {
    headers: { authorization: `Bearer ${token}` },
    agent: false,
  });
  const answered = once(sent, 'response');
  sent.end();
  const [response] = (await answered) as [IncomingMessage];
  return response;
}

/** The code of an error, or the status of any other answer. */
export async function verdictOf(stage: Stage, path: string, call: ScenarioCall): Promise<string | number> {
  const { status, code } = await callPlane(stage, path, call);
  return code ?? status;
}

function codeOf(body: string): string | undefined {
  return body.startsWith('{') ? (JSON.parse(body) as { readonly code?: string }).code : undefined;
}

/** Changes a file of the declarations, and waits until the data plane serves them. */
export async function redeclare(stage: Stage, path: string, change: (text: string) => string): Promise<void> {
  const token = await tokenOf(stage);
  const digest = async () => (await callPlane(stage, '/plain/v1/x', { token })).headers['gatewright-digest'];
  const before = await digest();
  const file = join(stage.repository.root, path);
  await writeFile(file, change(await readFile(file, 'utf8')));
  await stage.plane.update();
  await eventually(async () => {
    if ((await digest()) === before) throw new Error('the change is not served');
  });
}

/** Revokes a token at the key manager, as the application that has it does. */
export async function revokeToken({ keyManager }: Stage, token: string): Promise<void> {
  const { statusCode, body } = await request(`http://127.0.0.1:${keyManager.port}/oauth2/revoke`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`walker-production:${consumerSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: `token=${token}`,
  });
  await body.dump();
  if (statusCode !== 200) throw new Error(`the token was not revoked: ${statusCode}`);
}

/** The lines of the access log about a path, in the order of the calls. */
export async function readAccessLog({ repository }: Stage, path: string): Promise<readonly string[]> {
  // Envoy writes it beside what it was given, the built-in data plane in its state folder.
  const files = ['access.log', '.gatewright/access.log'].map((file) => join(repository.root, file));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  return texts
    .join('')
    .split('\n')
    .filter((line) => line.includes(`"${path}"`));
}
