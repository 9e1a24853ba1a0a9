import { digestOf, type Digest } from '#compiled/digest.ts';
import { apiKey } from '#compiled/api-key.ts';
import type { Manifest } from '#compiled/manifest.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import type { LifecycleEvent } from '#runtime/ports/notices/lifecycle.ts';
import type { LifecycleNotice, NoticeChannel, NoticeRecipient } from '#runtime/ports/notices/notices.ts';
import type { TokenStore } from '#runtime/ports/token-store.ts';
import { pathOfApi, portalAddresses } from '#runtime/portal/visit/paths.ts';
import { dateOfCommit } from '../../served/date-of-commit.ts';
import type { OpenNotices } from '../open-notices.ts';
import { ClaimEnds } from './claim-ends.ts';
import type { LifecycleChange, LifecycleRecord } from './lifecycle-record.ts';

interface LifecycleNoticesOptions {
  readonly record: LifecycleRecord;
  /** Saves the record. Never throws. */
  readonly keep: (render: () => string) => void;
  readonly notify: OpenNotices['notify'];
  /** Rejects with a StoreError. */
  readonly openStore: () => Promise<{ readonly store: Pick<TokenStore, 'claim' | 'endClaim'> }>;
  readonly clock: Clock;
}

/**
 * How long a notice is not repeated, in seconds. A version may be blocked again soon without another date, so that its
 * notice is repeated after a day.
 */
const [quietSeconds, quietSecondsOfBlock] = [90 * 86_400, 86_400];

/**
 * Returns a function that records the lifecycle of the API versions of a table, and notifies their subscribers of what has
 * changed. It never throws, and nobody waits for it. Of several gateways with one token store, one sends each notice.
 */
export function openLifecycleNotices(
  options: LifecycleNoticesOptions,
): (manifest: Manifest, committedAt?: number) => void {
  const { record, keep, clock } = options;
  const ends = new ClaimEnds(options);
  let newest: Manifest | undefined;
  return (manifest, committedAt) => {
    newest = manifest;
    const now = clock();
    const { changes, isNew } = record.note(manifest, dateOfCommit(committedAt, now) ?? now);
    if (isNew) keep(() => record.render());
    if (manifest.gateway.notices)
      for (const change of changes)
        announce(options, { manifest, change, ends, present: () => newest ?? manifest });
  };
}

interface Announcement {
  /** The table with the change. */
  readonly manifest: Manifest;
  /** The newest table. */
  readonly present: () => Manifest;
  readonly change: LifecycleChange;
  readonly ends: ClaimEnds;
}

/**
 * Notifies the subscribers of a version. The queue of notices tries again if the store cannot be asked which gateway sends
 * one, so that none is lost then.
 */
function announce(options: LifecycleNoticesOptions, announcement: Announcement): void {
  const { manifest, change, ends } = announcement;
  const { event, before, after } = change;
  const { api } = event;
  const recipients = recipientsOf(manifest, change.subscribers);
  // What the version was before is announced again when it returns to that.
  if (before !== 'created')
    ends.add(
      recipients.flatMap(({ application }) =>
        noticeChannels.map((channel) => claimOf({ application, channel }, api, before)),
      ),
    );
  const notice = noticeOf(change, manifest);
  if (!notice) return;
  const quiet = notice.type === 'api.blocked' ? quietSecondsOfBlock : quietSeconds;
  const id = digestOf(`lifecycle notice ${JSON.stringify([api, before, after, event.at])}`);
  options.notify(id, notice, recipients, (address) => {
    const renew = () => (options.record.isLast(change) ? renewNotice(announcement, address) : undefined);
    const claim = async () => {
      const store = await ends.apply();
      // A later change, whose claims end this one, has come while the store was asked: what is not true any more is dropped.
      if (!options.record.isLast(change)) return true;
      return store.claim(claimOf(address, api, after), options.clock() / 1000 + quiet);
    };
    return { renew, claim };
  });
}

interface NoticeAddress {
  readonly application: string;
  readonly channel: NoticeChannel;
}

/** The notice of a change by the newest table; undefined if it does not concern the application any more. */
function renewNotice(
  { manifest, present, change: { event } }: Announcement,
  { application, channel }: NoticeAddress,
): { readonly content: LifecycleNotice; readonly address: string } | undefined {
  const newest = present();
  const entry = newest.apis.find((api) => apiKey(api) === event.api);
  const content = noticeOf({ event, ...(entry && { entry }) }, newest);
  const address = newest.applications.find(({ name }) => name === application)?.notices?.[channel];
  const subscribes = ({ subscriptions }: Manifest) =>
    subscriptions.some((one) => one.api === event.api && one.application === application);
  const isWithdrawn = event.state !== 'retired' && subscribes(manifest) && !subscribes(newest);
  return content && address !== undefined && !isWithdrawn ? { content, address } : undefined;
}

const noticeChannels: readonly NoticeChannel[] = ['email', 'webhook'];

/** The same in every gateway, however it learns of the change. */
function claimOf({ application, channel }: NoticeAddress, api: string, phase: string): Digest {
  return digestOf(`lifecycle notice ${JSON.stringify([application, channel, api, phase])}`);
}

/** The notice of a change; undefined if the change neither restricts the subscribers nor ends a restriction. */
function noticeOf(
  { entry, event }: Pick<LifecycleChange, 'entry' | 'event'>,
  { gateway }: Manifest,
): LifecycleNotice | undefined {
  const { state, api } = event;
  const type = typeOf(event);
  if (!type) return undefined;
  const { deprecation: { since, sunset, successor, link } = {}, blockedUntil } = entry ?? {};
  const { store, storeUrl } = gateway;
  const addresses = store && storeUrl !== undefined ? portalAddresses(storeUrl) : undefined;
  return {
    type,
    api,
    state,
    ...(since !== undefined && { since }),
    ...(sunset !== undefined && { sunset }),
    ...(successor !== undefined && { successor }),
    ...(blockedUntil !== undefined && { blockedUntil }),
    ...(link !== undefined && { link }),
    ...(addresses && entry && { page: addresses.origin + pathOfApi(addresses, entry) }),
  };
}

function typeOf({ state, isSunsetChange, isAgain }: LifecycleEvent): LifecycleNotice['type'] | undefined {
  if (isSunsetChange) return 'api.sunset_changed';
  if (isAgain) return 'api.published_again';
  return state === 'published' || state === 'created' ? undefined : `api.${state}`;
}

/** Those of some applications that declare where they receive notices. */
function recipientsOf({ applications }: Manifest, names: readonly string[]): readonly NoticeRecipient[] {
  const wanted = new Set(names);
  return applications.flatMap(({ name, notices }) =>
    notices && wanted.has(name) ? [{ application: name, contacts: notices }] : [],
  );
}
