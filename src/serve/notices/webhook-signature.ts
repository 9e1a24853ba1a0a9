import { createHmac } from 'node:crypto';

/** The headers of a signed webhook (Standard Webhooks, version 1). */
interface SignedHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/**
 * The key that signs the webhooks of one application. Each has its own, since a receiver could otherwise sign what
 * another one accepts. 32 bytes.
 */
export function deriveWebhookKey(secret: string, application: string): Buffer {
  return createHmac('sha256', secret).update(`gatewright webhook 1\n${application}`).digest();
}

/** A key as receivers configure it. */
export function showWebhookKey(key: Buffer): string {
  return `whsec_${key.toString('base64')}`;
}

/** Signs a body. `now` is in milliseconds since 1970-01-01T00:00:00Z; `id` stays the same when it is sent again. */
export function signWebhook(
  key: Buffer,
  { id, body, now }: { readonly id: string; readonly body: string; readonly now: number },
): SignedHeaders {
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
