import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { join } from 'node:path';

/** The arguments of a bare server: its port, the origin of its upstream, and a folder of TLS material or none. */
export const port = Number(process.argv[2]);
export const [upstream = '', tlsFolder = ''] = process.argv.slice(3);

/** A server of Node itself: over TLS like the gateway, if there is TLS material. */
export function createServer(handler: RequestListener): Server {
  if (tlsFolder === '') return createHttpServer(handler);
  const [cert, key] = ['cert.pem', 'key.pem'].map((name) => readFileSync(join(tlsFolder, name)));
  return createHttpsServer({ cert: cert ?? '', key: key ?? '', minVersion: 'TLSv1.2' }, handler);
}
