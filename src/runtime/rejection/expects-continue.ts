import type { FastifyRequest } from 'fastify';

/** Whether a client holds its body back until it is told to go on (RFC 9110 section 10.1.1). */
export function expectsContinue({ raw: { headers, httpVersion } }: FastifyRequest): boolean {
  return httpVersion === '1.1' && headers.expect?.toLowerCase() === '100-continue';
}
