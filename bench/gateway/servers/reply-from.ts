import replyFrom from '@fastify/reply-from';
import Fastify from 'fastify';
import { createServer, port, upstream } from './listen.ts';

/** Fastify with `@fastify/reply-from` and no policy. */
const app = Fastify({ serverFactory: (handler) => createServer(handler) });
await app.register(replyFrom, { base: upstream, disableRequestLogging: true });
app.all('/*', (request, reply) => reply.from(request.raw.url ?? '/'));
await app.listen({ host: '127.0.0.1', port });
