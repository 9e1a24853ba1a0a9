import { digestOf } from '#compiled/digest.ts';
import type { Manifest } from '#compiled/manifest.ts';
import { ForbiddenUpstreams } from '#compiled/settings/forbidden-upstreams.ts';
import { systemClock } from '#platform/system-clock.ts';
import type { WriteAudit } from '#runtime/ports/audit.ts';
import type {
  NoticeChannel,
  NoticeContent,
  NoticeDelivery,
  NoticeRecipient,
  OwnerMessage,
  SentMessage,
  WebhookKey,
} from '#runtime/ports/notices/notices.ts';
import type { ResolveSecret } from '#runtime/ports/secrets.ts';
import { messageOf } from '../served/startup-error.ts';
import type { Deliver, Delivery, DeliveryContext } from './delivery.ts';
import { deliverEmail } from './deliver-email.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import type { LifecycleRecord } from './lifecycle/lifecycle-record.ts';
import { NoticeQueue, retryDelays, type DeliveryChecks, type Progress } from './notice-queue.ts';
import type { CallNotices, NoticeQuestion } from './notice-questions.ts';
import { deriveWebhookKey, showWebhookKey } from './webhook-signature.ts';

interface NoticeSources {
  /** The table that is served; undefined before the first. */
  readonly served: () => Manifest | undefined;
  readonly resolveSecret: ResolveSecret;
  readonly audit: WriteAudit;
  readonly warn: (message: string) => void;
  readonly record: Pick<LifecycleRecord, 'newest' | 'revision'>;
  /** How long to wait before each further attempt, in milliseconds. */
  readonly delays?: readonly number[];
}

/** Sends notices for all threads of a gateway. */
export interface OpenNotices {
  readonly answer: CallNotices;
  /**
   * Sends a notice to applications, on all of their channels that the gateway declares. `checks` decides before each attempt
   * of a delivery whether and how it is sent; without it, it is sent as it is.
   */
  readonly notify: (
    id: string,
    content: NoticeContent,
    recipients: readonly NoticeRecipient[],
    checks?: (delivery: Pick<Delivery, 'application' | 'channel'>) => DeliveryChecks,
  ) => readonly NoticeDelivery[];
}

const channels: Readonly<Record<NoticeChannel, Deliver>> = { email: deliverEmail, webhook: deliverWebhook };

/** How many messages of owners are remembered for the pages about them. */
const rememberedMessages = 500;

/** How many changes of lifecycles are returned at most. */
const mostEvents = 100;

/** Opens what sends notices; `opened` closes it, and notices that wait are lost then. */
export function openNotices(sources: NoticeSources, opened: AsyncDisposableStack): OpenNotices {
  const { warn, delays = retryDelays } = sources;
  const deliver = async (delivery: Delivery, signal: AbortSignal) =>
    channels[delivery.channel](delivery, { ...contextOf(sources), signal });
  const queue = opened.adopt(new NoticeQueue({ deliver, warn, delays }), (open) => open.close());
  const notify: OpenNotices['notify'] = (id, content, recipients, checks) =>
    recipients.flatMap((recipient) =>
      addresses(sources, recipient).map(([channel, address]) => {
        const { application } = recipient;
        const sent = { id: deliveryId(id, application, channel), application, channel, address };
        return start(
          queue,
          { ...sent, content, madeAt: systemClock() },
          { notice: id, audit: sources.audit, checks: checks?.({ application, channel }) },
        );
      }),
    );
  return { answer: answerWith(sources, notify), notify };
}

/** Starts a delivery. The result changes with its progress. */
function start(
  queue: NoticeQueue,
  delivery: Delivery,
  {
    notice,
    audit,
    checks,
  }: {
    readonly notice: string;
    readonly checks: DeliveryChecks | undefined;
  } & Pick<NoticeSources, 'audit'>,
): NoticeDelivery {
  const { application, channel, content } = delivery;
  const known: NoticeDelivery = { application, channel, state: 'waiting', attempts: 0 };
  const note = (progress: Progress) => {
    Object.assign(known, { failure: undefined }, progress);
    if (progress.state === 'waiting') return;
    const { attempts, failure } = progress;
    const event = `notice_${progress.state}` as const;
    const ended = { application, channel, attempts, ...(failure && { failure }) };
    audit({ event, notice, api: content.api, ...ended });
  };
  queue.add(delivery, note, checks);
  return known;
}

function answerWith(sources: NoticeSources, notify: OpenNotices['notify']): CallNotices {
  const messages = new Map<string, SentMessage>();
  return async (question) => {
    if (question.method === 'readLifecycle') return sources.record.newest(question.apis, mostEvents);
    if (question.method === 'readLifecycleRevision') return sources.record.revision;
    if (question.method === 'readWebhookKey') return readWebhookKey(sources, question);
    const key = `${question.message.api} ${question.message.id}`;
    const known = messages.get(key);
    if (known || question.method === 'find') return known;
    const { id, person: _person, recipients, ...content } = question.message;
    auditMessage(sources.audit, question.message);
    const deliveries = notify(id, { type: 'api.message', ...content }, recipients);
    const { subject, audience } = content;
    const sent = { subject, audience, sentAt: systemClock(), deliveries };
    messages.set(key, sent);
    const [oldest] = messages.keys();
    if (messages.size > rememberedMessages && oldest !== undefined) messages.delete(oldest);
    return sent;
  };
}

function auditMessage(
  audit: WriteAudit,
  { id, person, api, audience, subject, recipients }: OwnerMessage,
): void {
  const { subject: user, username } = person;
  const applications = recipients.map(({ application }) => application);
  audit({ event: 'message_sent', user, username, api, notice: id, audience, subject, applications });
}

/** The addresses of an application on the channels that the served table declares. */
function addresses(
  { served }: NoticeSources,
  { contacts: { email, webhook } }: NoticeRecipient,
): readonly (readonly [NoticeChannel, string])[] {
  const { smtp, webhooks } = served()?.gateway.notices ?? {};
  return [
    ...(smtp && email !== undefined ? [['email', email] as const] : []),
    ...(webhooks && webhook !== undefined ? [['webhook', webhook] as const] : []),
  ];
}

/** The same in every gateway that sends the same notice, so that receivers recognise it. */
function deliveryId(id: string, application: string, channel: NoticeChannel): string {
  return `msg_${digestOf(`${id}\n${application}\n${channel}`).slice(7, 39)}`;
}

function contextOf({ served, resolveSecret }: NoticeSources): Omit<DeliveryContext, 'signal'> {
  const manifest = served();
  const { notices = {}, store, upstreams } = manifest?.gateway ?? {};
  return {
    settings: notices,
    sender: store?.title ?? manifest?.organisation ?? '',
    forbidden: new ForbiddenUpstreams(upstreams?.forbidden),
    resolveSecret,
  };
}

async function readWebhookKey(
  { served, resolveSecret, audit, warn }: NoticeSources,
  { application, person: { subject, username } }: NoticeQuestion & { readonly method: 'readWebhookKey' },
): Promise<WebhookKey> {
  const reference = served()?.gateway.notices?.webhooks?.secret;
  if (!reference) return 'unconfigured';
  const secret = await resolveSecret(reference).catch((error: unknown) => {
    warn(`The key of the webhook of the application ${application} cannot be shown: ${messageOf(error)}`);
    return undefined;
  });
  if (secret === undefined) return 'unreadable';
  audit({ event: 'webhook_key_shown', user: subject, username, application });
  return { key: showWebhookKey(deriveWebhookKey(secret, application)) };
}
