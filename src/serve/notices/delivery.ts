import type { ForbiddenUpstreams } from '#compiled/settings/forbidden-upstreams.ts';
import type { NoticeSettings } from '#compiled/settings/notice-settings.ts';
import type { NoticeChannel, NoticeContent, NoticeFailure } from '#runtime/ports/notices/notices.ts';
import type { SecretReference } from '#compiled/settings/secret-reference.ts';
import type { ResolveSecret } from '#runtime/ports/secrets.ts';
import { messageOf } from '../served/startup-error.ts';

/** A notice on its way to one address. */
export interface Delivery {
  /** Stays the same for all attempts, and for all gateways that send the same notice. */
  readonly id: string;
  readonly application: string;
  readonly channel: NoticeChannel;
  /** An e-mail address or a URL. */
  readonly address: string;
  readonly content: NoticeContent;
  /** When the notice was made, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly madeAt: number;
}

/** What a channel needs, by the served table. */
export interface DeliveryContext {
  readonly settings: NoticeSettings;
  /** The name of the store, or of the organisation. */
  readonly sender: string;
  readonly forbidden: ForbiddenUpstreams;
  readonly resolveSecret: ResolveSecret;
  /** How long the receiver may take, in milliseconds; default: ten seconds for a webhook, a minute for a mail server. */
  readonly answerMs?: number;
  /** Aborts the attempt when the gateway closes. */
  readonly signal: AbortSignal;
}

/** Why a delivery failed. The message is for the operator, and contains neither a secret nor an address of a person. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  readonly failure: NoticeFailure;
  /** Whether another attempt may succeed. */
  readonly isTemporary: boolean;

  constructor(failure: NoticeFailure, message: string, isTemporary = true) {
    super(message);
    this.failure = failure;
    this.isTemporary = isTemporary;
  }
}

/** Sends a notice once. Rejects with a DeliveryError. */
export type Deliver = (delivery: Delivery, context: DeliveryContext) => Promise<void>;

/** Reads a secret; the message of the error names its reference. Rejects with a DeliveryError. */
export async function readDeliverySecret(
  reference: SecretReference,
  { resolveSecret }: Pick<DeliveryContext, 'resolveSecret'>,
): Promise<string> {
  return resolveSecret(reference).catch((error: unknown) => {
    throw new DeliveryError('unconfigured', messageOf(error));
  });
}
