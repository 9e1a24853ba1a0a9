import httpProxy from '@fastify/http-proxy';
import Fastify from 'fastify';
import { createServer, port, upstream } from './listen.ts';

/** Fastify with `@fastify/http-proxy` and no policy. */
const app = Fastify({ serverFactory: (handler) => createServer(handler) });
await app.register(httpProxy, { upstream, disableRequestLogging: true });
await app.listen({ host: '127.0.0.1', port });
