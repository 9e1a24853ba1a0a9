import { createRequire } from 'node:module';
import type plugin from '@scalar/fastify-api-reference';
import type { FastifyInstance, RouteOptions } from 'fastify';

/**
 * Returns the script of the reference viewer: `dist/browser/standalone.js` of `@scalar/api-reference`. It is taken from
 * the Fastify plugin, which includes the script and installs in 16 MB, while `@scalar/api-reference` takes 276 MB.
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
  // The parts of a server that the plugin uses to register its routes.
  const server = { route, initialConfig: {} } as unknown as FastifyInstance;
  register(server, { configuration: { url: 'openapi.json' } }, () => undefined);
  return script;
}
