import { createRequire } from 'node:module';
import type plugin from '@scalar/fastify-api-reference';
import type { FastifyInstance, RouteOptions } from 'fastify';

/**
 * The script of the reference viewer: the bytes of `dist/browser/standalone.js` in `@scalar/api-reference`. They come out of
 * the plugin for Fastify, which serves them and installs in 16 MB; the package that they are named after takes 276 MB.
 */
export function readPackagedViewer(): string {
  const require = createRequire(import.meta.url);
  const { default: register } = require('@scalar/fastify-api-reference') as {
    readonly default: typeof plugin;
  };
  let script = '';
  const reply = { header: () => reply, send: (body: string) => (script = body) };
  const route = ({ url, handler }: RouteOptions) => {
    if (url.endsWith('.js')) Reflect.apply(handler, undefined, [undefined, reply]);
  };
  // What the plugin reads of a server while it registers its routes.
  const server = { route, initialConfig: {} } as unknown as FastifyInstance;
  register(server, { configuration: { url: 'openapi.json' } }, () => undefined);
  return script;
}
