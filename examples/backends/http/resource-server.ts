import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { renderErrorBody } from './error-body.ts';
import { matchRoute } from './match-route.ts';
import { readJsonBody } from './read-json-body.ts';
import { RefusedRequest } from './refused-request.ts';
import type { Answer, ResourceService } from './route.ts';

export interface ResourceServer extends AsyncDisposable {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves a service on the loopback address; port 0 chooses a free one. */
export async function startResourceServer(service: ResourceService, port: number): Promise<ResourceServer> {
  const server = createServer((request, response) => void respond(service, request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = () => closeServer(server);
  return { url: addressOf(server), close, [Symbol.asyncDispose]: close };
}

function addressOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The server does not listen on a port.');
  return `http://127.0.0.1:${address.port}`;
}

async function closeServer(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

async function respond(
  service: ResourceService,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    writeAnswer(response, await answerRequest(service, request), service.mediaType);
  } catch (error) {
    writeError(response, toRefusal(error), request.headers.accept);
  }
}

async function answerRequest({ routes }: ResourceService, request: IncomingMessage): Promise<Answer> {
  const { method = 'GET', url = '/', headers } = request;
  const [path = '/', query] = url.split('?', 2);
  const { route, identifiers } = matchRoute(routes, method, path);
  const body = await readJsonBody(request);
  return route.answer({ identifiers, query: new URLSearchParams(query), headers, body });
}

function toRefusal(error: unknown): RefusedRequest {
  if (error instanceof RefusedRequest) return error;
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return new RefusedRequest(500, 'internal_error', 'Something went wrong on our side.');
}

function writeAnswer(response: ServerResponse, { status, headers, body }: Answer, mediaType: string): void {
  if (!body) {
    response.writeHead(status, headers).end();
    return;
  }
  response.writeHead(status, { 'Content-Type': mediaType, ...headers }).end(`${JSON.stringify(body)}\n`);
}

function writeError(response: ServerResponse, error: RefusedRequest, accept: string | undefined): void {
  const { mediaType, text } = renderErrorBody(error, accept);
  response
    .writeHead(error.status, { 'Content-Type': mediaType, Vary: 'Accept', ...error.headers })
    .end(`${text}\n`);
}
