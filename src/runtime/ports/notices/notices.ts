import type { LifecycleState } from '#compiled/manifest.ts';
import type { NoticeContacts } from '#compiled/settings/notice-settings.ts';
import type { LifecycleEvent } from './lifecycle.ts';
import type { Seconds } from '../token-store.ts';

/** How a notice reaches the people behind an application. */
export type NoticeChannel = keyof NoticeContacts;

/** A message that an owner of an API version writes to its subscribers. */
export interface OwnerMessage {
  /** Identifies the message, together with the API version. */
  readonly id: string;
  /** Name and version: `DogPark/v1`. */
  readonly api: string;
  /** The URL of the page of the API version in the store. */
  readonly page: string;
  /** The subject of the user who sends it, and the user's name if the user is declared. */
  readonly person: { readonly subject: string; readonly username?: string | undefined };
  /** The owner of the API version, by the name that pages show. */
  readonly owner: string;
  readonly audience: NoticeAudience;
  /** One line. */
  readonly subject: string;
  /** Plain text; its lines end with a line feed. */
  readonly text: string;
  readonly recipients: readonly NoticeRecipient[];
}

/** Whose subscribers: those with production or sandbox keys, or all. */
export type NoticeAudience = 'all' | 'production' | 'sandbox';

export const noticeAudiences: readonly NoticeAudience[] = ['all', 'production', 'sandbox'];

/** A subscribed application that can be reached. */
export interface NoticeRecipient {
  readonly application: string;
  readonly contacts: NoticeContacts;
}

/** What happened to a message so far. */
export interface SentMessage {
  readonly subject: string;
  readonly audience: NoticeAudience;
  /** In milliseconds since 1970-01-01T00:00:00Z. */
  readonly sentAt: number;
  readonly deliveries: readonly NoticeDelivery[];
}

/** The delivery of a notice to one address of an application. */
export interface NoticeDelivery {
  readonly application: string;
  readonly channel: NoticeChannel;
  /** `waiting`: it was not tried yet, or will be tried again. */
  readonly state: 'waiting' | 'delivered' | 'failed';
  /** How often it was tried. */
  readonly attempts: number;
  /** Why the last attempt failed; absent if none has. */
  readonly failure?: NoticeFailure;
}

/**
 * `refused`: the receiver does not accept it. `unreachable`: the receiver cannot be reached, or does not answer in time.
 * `forbidden`: it is at an address that the gateway must not call. `unconfigured`: the gateway cannot send by this
 * channel. `overloaded`: too many notices are waiting.
 */
export type NoticeFailure = 'refused' | 'unreachable' | 'forbidden' | 'unconfigured' | 'overloaded';

/** A change of the lifecycle of an API version. */
export interface LifecycleNotice {
  readonly type:
    | 'api.deprecated'
    | 'api.retired'
    | 'api.blocked'
    | 'api.sunset_changed'
    | 'api.published_again';
  /** Name and version: `DogPark/v1`. */
  readonly api: string;
  readonly state: LifecycleState;
  readonly since?: Seconds;
  readonly sunset?: Seconds;
  /** The context and version of the API to move to: `dog_park/v2`. */
  readonly successor?: string;
  /** When callers may try again while it is blocked. */
  readonly blockedUntil?: Seconds;
  /** The URL of a page for people that the owner declared. */
  readonly link?: string;
  /** The URL of the page of the API version in the store; absent if there is no store. */
  readonly page?: string;
}

/** What a notice says. */
export type NoticeContent =
  | ({ readonly type: 'api.message' } & Omit<OwnerMessage, 'id' | 'recipients' | 'person'>)
  | LifecycleNotice;

/** Sends messages of owners, and knows what happened to them and to API versions. Rejects if it cannot be asked. */
export interface Notices {
  /** The newest changes of the lifecycle of some API versions, by name and version; the newest first. */
  readLifecycle(apis: readonly string[]): Promise<readonly LifecycleEvent[]>;
  /** Another number whenever `readLifecycle` may return something else for the same versions. */
  readLifecycleRevision(): Promise<number>;
  /** Sends a message. Sends nothing if the message was sent before. */
  send(message: OwnerMessage): Promise<SentMessage>;
  /** Undefined if this gateway did not send the message, or has forgotten it. */
  find(message: Pick<OwnerMessage, 'id' | 'api'>): Promise<SentMessage | undefined>;
  /** Reads the key that an application verifies webhooks with, for one of its owners. */
  readWebhookKey(application: string, person: OwnerMessage['person']): Promise<WebhookKey>;
}

/**
 * A key: `whsec_` and Base64. `unconfigured`: the gateway calls no webhooks. `unreadable`: the secret that keys are derived
 * from cannot be read now.
 */
export type WebhookKey = { readonly key: string } | 'unconfigured' | 'unreadable';
