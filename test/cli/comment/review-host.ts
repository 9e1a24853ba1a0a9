import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Written {
  readonly id: number;
  readonly author: string;
  body: string;
}

/** How a host answers: who the token belongs to, and whether it may write. */
export interface HostSettings {
  /** Without one the token may not ask who it belongs to. */
  readonly user?: string;
  readonly isReadOnly?: true;
}

/** A server that takes comments on number 7 as GitHub, Gitea or GitLab does. */
export interface ReviewHost extends AsyncDisposable {
  readonly url: string;
  /** The environment of a pipeline, its token included. */
  readonly env: Readonly<Record<string, string>>;
  readonly comments: Written[];
  /** `METHOD PATH` of every request. */
  readonly requests: readonly string[];
}

type Answer = readonly [status: number, body: unknown];

const forbidden: Answer = [403, { message: 'Resource not accessible by integration' }];

/** What differs between them: where comments are, how they are updated, and how a user is named. */
const github = {
  base: '/repos/parks/gateway/issues/7/comments',
  one: '/repos/parks/gateway/issues/comments/',
  update: 'PATCH',
  isPaged: true,
  isLetIn: ({ headers }: IncomingMessage) => headers.authorization === 'Bearer s3cret',
  show: ({ id, author, body }: Written): object => ({ id, body, user: { login: author } }),
  user: (name: string) => ({ login: name }),
  bot: 'github-actions[bot]',
};

const hosts = {
  github,
  // Gitea 1.26 reads neither `page` nor `per_page` here.
  gitea: { ...github, isPaged: false, bot: 'gitea-actions' },
  gitlab: {
    base: '/projects/3/merge_requests/7/notes',
    one: '/projects/3/merge_requests/7/notes/',
    update: 'PUT',
    isPaged: true,
    isLetIn: ({ headers }: IncomingMessage) => headers['private-token'] === 's3cret',
    show: ({ id, author, body }: Written): object => ({ id, body, author: { username: author } }),
    user: (name: string) => ({ username: name }),
    bot: 'project_3_bot',
  },
} as const;

export type HostKind = keyof typeof hosts;

/** Starts such a server on a free port; `event` is a file that contains the event of the workflow. */
export async function startReviewHost(
  kind: HostKind,
  event: string,
  settings: HostSettings = {},
): Promise<ReviewHost> {
  const comments: Written[] = [];
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    void answer(kind, settings, comments, request).then(([status, body]) => send(response, status, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    env: environments[kind](url, event),
    comments,
    requests,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function githubEnv(url: string, event: string) {
  return {
    GITHUB_ACTIONS: 'true',
    GITHUB_API_URL: url,
    GITHUB_REPOSITORY: 'parks/gateway',
    GITHUB_EVENT_PATH: event,
    GITHUB_TOKEN: 's3cret',
  };
}

function giteaEnv(url: string, event: string) {
  return { ...githubEnv(url, event), GITEA_ACTIONS: 'true' };
}

function gitlabEnv(url: string) {
  return {
    GITLAB_CI: 'true',
    CI_API_V4_URL: url,
    CI_PROJECT_ID: '99',
    CI_MERGE_REQUEST_PROJECT_ID: '3',
    CI_MERGE_REQUEST_IID: '7',
    GITLAB_TOKEN: 's3cret',
  };
}

const environments = { github: githubEnv, gitea: giteaEnv, gitlab: gitlabEnv } as const;

async function answer(
  kind: HostKind,
  { user, isReadOnly }: HostSettings,
  comments: Written[],
  request: IncomingMessage,
): Promise<Answer> {
  const host = hosts[kind];
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://host');
  const asked = `${request.method} ${pathname}`;
  if (!host.isLetIn(request)) return [401, { message: 'Bad credentials' }];
  if (asked === 'GET /user') return user === undefined ? forbidden : [200, host.user(user)];
  if (asked === `GET ${host.base}`) {
    const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('per_page'))];
    const listed = host.isPaged ? comments.slice((page - 1) * size, page * size) : comments;
    return [200, listed.map(host.show)];
  }
  if (isReadOnly) return forbidden;
  const { body } = (await json(request)) as { body: string };
  if (body.length > 65_536) return [422, { message: 'Body is too long.' }];
  if (asked === `POST ${host.base}`) {
    const written = { id: comments.length + 1, author: user ?? host.bot, body };
    comments.push(written);
    return [201, host.show(written)];
  }
  const own = comments.find(({ id }) => asked === `${host.update} ${host.one}${id}`);
  if (!own) return [404, { message: 'Not Found' }];
  own.body = body;
  return [200, host.show(own)];
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
