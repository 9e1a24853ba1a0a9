import type { HttpRequest } from '#runtime/ports/http-exchange.ts';
import { HeldBytes } from './held-bytes.ts';

/** The result for a body that exceeds the limit. */
export const tooLarge: unique symbol = Symbol('too large');

/** The complete body; `tooLarge` if it exceeds the limit, undefined if the client disconnects. */
export function readBody(
  request: HttpRequest,
  maxBytes: number,
): Promise<Buffer | typeof tooLarge | undefined> {
  return new Promise((resolve) => {
    const held = new HeldBytes();
    const finish = (outcome: Buffer | typeof tooLarge | undefined) => {
      request.off('data', take).off('end', end).off('close', fail).off('error', fail);
      resolve(outcome);
    };
    const take = (chunk: Buffer) => {
      if (held.length + chunk.length <= maxBytes) return held.add(chunk);
      request.pause();
      finish(tooLarge);
    };
    const end = () => finish(held.toBuffer());
    const fail = () => finish(undefined);
    request.on('data', take).on('end', end).on('close', fail).on('error', fail);
  });
}
