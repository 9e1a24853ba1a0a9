import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { git } from '../../../platform/git-in-test.ts';
import { answerGit } from '../../../platform/git-server-in-test.ts';
import { openEngineInTest } from '../engine-in-test.ts';

/** The token that the remote of a host in a test requires. */
export const token = 'a-very-secret-token';

/** A request to the API of a host, whole. */
export interface AskedInTest {
  /** With its path and its query: `GET /forge/api/v1/repos/parks/apis/pulls?state=open`. */
  readonly asked: string;
  readonly authorization: string | undefined;
  readonly body?: unknown;
}

export interface AnsweredInTest {
  readonly status: number;
  readonly body?: unknown;
}

type HostName = 'github' | 'gitlab' | 'gitea';
type AnswerInTest = (asked: AskedInTest) => AnsweredInTest | Promise<AnsweredInTest>;

/** An engine that proposes to a host, see `serveHost`. */
export async function openHostInTest(host: HostName, answer: AnswerInTest) {
  const origin = await openEngineInTest();
  const served = await serveHost(origin, host, answer);
  const credentials = { fromEnv: 'GIT_TOKEN' };
  const settings = { ...origin.settings, remote: `${served.url}/parks/apis.git`, host, credentials };
  return { ...origin, ...served, settings };
}

/**
 * A host of the repository `parks/apis`, below a path if it is Gitea, whose API answers all requests that are not git's;
 * `asked` are those. `onPush` is called before git learns what a push would replace.
 */
export async function serveHost(
  { folder, bare }: { readonly folder: string; readonly bare: string },
  host: HostName,
  answer: AnswerInTest,
) {
  await git(bare, 'config', 'http.receivepack', 'true');
  await git(bare, 'config', 'receive.advertisePushOptions', 'true');
  const asked: AskedInTest[] = [];
  const above = host === 'gitea' ? '/forge' : '';
  const pushes = { onPush: async () => undefined as unknown };
  const serveGit = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.endsWith('service=git-receive-pack') === true) await pushes.onPush();
    request.url = request.url?.replace(`${above}/parks/apis.git`, '/origin.git') ?? '';
    await answerGit(folder, request, response);
  };
  const server = createServer((request, response) => {
    if (request.url?.startsWith(`${above}/parks/apis.git/`) === true) {
      void serveGit(request, response);
      return;
    }
    void readRequest(request).then(async (one) => {
      asked.push(one);
      const { status, body } = await answer(one);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${above}`, pushes };
}

async function readRequest(request: IncomingMessage): Promise<AskedInTest> {
  const { method, url, headers } = request;
  const one = { asked: `${method} ${url}`, authorization: headers.authorization };
  return method === 'POST' ? { ...one, body: await json(request) } : one;
}
