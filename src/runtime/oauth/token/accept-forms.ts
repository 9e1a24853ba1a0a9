import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendContinue } from '../../rejection/send-continue.ts';

const formType = 'application/x-www-form-urlencoded';
const largestFormBytes = 64 * 1024;

/** Makes the routes of a context accept only forms, each as a Buffer. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    formType,
    { parseAs: 'buffer', bodyLimit: largestFormBytes },
    (_request, body, done) => done(null, body),
  );
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (isReadable(request)) sendContinue(request.raw, reply.raw);
    done(null, payload);
  });
}

/** Whether to send 100 Continue; a form that will be refused anyway need not be sent. */
function isReadable({ headers }: FastifyRequest): boolean {
  const isForm = headers['content-type']?.toLowerCase().startsWith(formType) ?? false;
  return isForm && Number(headers['content-length'] ?? 0) <= largestFormBytes;
}
