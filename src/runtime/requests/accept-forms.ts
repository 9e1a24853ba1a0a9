import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendContinue } from '#runtime/rejection/send-continue.ts';

const formType = 'application/x-www-form-urlencoded';
const usualBytes = 64 * 1024;

/** Makes the routes of a context accept only forms, each as a Buffer of at most 64 KiB or its route's `bodyLimit`. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(formType, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRoute', (route) => void (route.bodyLimit ??= usualBytes));
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (isReadable(request)) sendContinue(request.raw, reply.raw);
    done(null, payload);
  });
}

/** Whether to send 100 Continue; a form that will be refused anyway need not be sent. */
function isReadable({ headers, routeOptions }: FastifyRequest): boolean {
  const isForm = headers['content-type']?.toLowerCase().startsWith(formType) ?? false;
  return isForm && Number(headers['content-length'] ?? 0) <= routeOptions.bodyLimit;
}
