import { Agent, buildConnector, request } from 'undici';
import type { WebhookSettings } from '#compiled/settings/notice-settings.ts';
import { lookupAllowed, refuseForbidden } from '#runtime/gateway/upstream/forbidden-address.ts';
import { systemClock } from '#platform/system-clock.ts';
import {
  DeliveryError,
  readDeliverySecret,
  type Deliver,
  type Delivery,
  type DeliveryContext,
} from './delivery.ts';
import { renderWebhook } from './render-webhook.ts';
import { rememberTrust } from './remember-trust.ts';
import { forbidThisMachine } from './this-machine.ts';
import { deriveWebhookKey, signWebhook } from './webhook-signature.ts';

/** How long a receiver may take to answer, in milliseconds. */
const answerMs = 10_000;

/** Sends a notice to a webhook, and follows no redirect. The body of the response is not read. */
export const deliverWebhook: Deliver = async (delivery, context) => {
  const { webhooks } = context.settings;
  if (!webhooks) throw new DeliveryError('unconfigured', 'the gateway declares no webhooks', false);
  const secret = await readDeliverySecret(webhooks.secret, context);
  const body = renderWebhook(delivery);
  const key = deriveWebhookKey(secret, delivery.application);
  const headers = signWebhook(key, { id: delivery.id, body, now: systemClock() });
  const agent = await openAgent(delivery, webhooks, context);
  const posted = post(delivery.address, {
    dispatcher: agent,
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    signal: AbortSignal.any([context.signal, AbortSignal.timeout(context.answerMs ?? answerMs)]),
  });
  const status = await posted.finally(() => {
    void agent.destroy();
  });
  if (status >= 200 && status < 300) return;
  // 410 ends a webhook (Standard Webhooks), and a redirect may lead to an address that nobody declared.
  const isTemporary = status !== 410 && status >= 400;
  throw new DeliveryError('refused', `its receiver answered with the status ${status}`, isTemporary);
};

async function openAgent(
  { address }: Delivery,
  { ca, allowThisMachine }: WebhookSettings,
  context: DeliveryContext,
): Promise<Agent> {
  const secureContext = ca && rememberTrust(await readDeliverySecret(ca, context));
  const { origin } = new URL(address);
  const forbidden = allowThisMachine ? context.forbidden : forbidThisMachine(context.forbidden);
  const read = () => forbidden;
  const connect = buildConnector({
    timeout: answerMs,
    lookup: lookupAllowed(origin, read),
    ...(secureContext && { secureContext }),
  });
  return new Agent({ connect: refuseForbidden(origin, read, connect), connections: 1, pipelining: 0 });
}

/** Returns the status. */
async function post(address: string, options: NonNullable<Parameters<typeof request>[1]>): Promise<number> {
  try {
    const answer = await request(address, { ...options, method: 'POST' });
    answer.body.on('error', () => undefined).destroy();
    return answer.statusCode;
  } catch (error) {
    if (codeOf(error) === 'UPSTREAM_FORBIDDEN')
      throw new DeliveryError('forbidden', 'it is at an address that the gateway must not call', false);
    throw new DeliveryError('unreachable', `its receiver cannot be reached (${codeOf(error)})`);
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  // The code of a timeout is a number that nobody knows.
  if (error.name === 'TimeoutError') return 'no answer in time';
  return 'code' in error ? String(error.code) : error.name;
}
