import type { FastifyReply } from 'fastify';

/**
 * A signal that is aborted when the client disconnects before it has received the whole response. The request itself
 * does not show this: it closes as soon as its body is read.
 */
export function signalHangUp({ raw }: FastifyReply): AbortSignal {
  const hungUp = new AbortController();
  if (raw.destroyed) hungUp.abort();
  raw.once('close', () => {
    if (!raw.writableFinished) hungUp.abort();
  });
  return hungUp.signal;
}
