import { digestOf } from '#compiled/digest.ts';
import type { Manifest } from '#compiled/manifest.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import type { LifecycleNotice, NoticeRecipient } from '#runtime/ports/notices/notices.ts';
import type { TokenStore } from '#runtime/ports/token-store.ts';
import { pathOfApi, portalAddresses } from '#runtime/portal/visit/paths.ts';
import { messageOf } from '../../served/startup-error.ts';
import type { OpenNotices } from '../open-notices.ts';
import type { LifecycleChange, LifecycleRecord } from './lifecycle-record.ts';

interface LifecycleNoticesOptions {
  readonly record: LifecycleRecord;
  /** Saves the record. Never throws. */
  readonly keep: (render: () => string) => void;
  readonly notify: OpenNotices['notify'];
  /** Rejects with a StoreError. */
  readonly openStore: () => Promise<{ readonly store: Pick<TokenStore, 'claim'> }>;
  readonly clock: Clock;
  readonly warn: (message: string) => void;
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
  const { record, keep, clock, warn } = options;
  return (manifest, committedAt) => {
    const { changes, isNew } = record.note(manifest, committedAt ?? clock());
    if (isNew) keep(() => record.render());
    if (!manifest.gateway.notices) return;
    announce(options, manifest, changes).catch((error: unknown) =>
      warn(`Subscribers were not notified of changes of APIs: ${messageOf(error)}`),
    );
  };
}

async function announce(
  options: LifecycleNoticesOptions,
  manifest: Manifest,
  changes: readonly LifecycleChange[],
): Promise<void> {
  for (const change of changes) {
    const notice = noticeOf(change, manifest);
    if (!notice) continue;
    for (const recipient of subscribersOf(manifest, notice.api)) await announceTo(options, notice, recipient);
  }
}

/** Sends a notice to one application, unless a gateway with the same token store has sent it. */
async function announceTo(
  { openStore, clock, notify }: LifecycleNoticesOptions,
  notice: LifecycleNotice,
  recipient: NoticeRecipient,
): Promise<void> {
  const { page: _page, link: _link, ...facts } = notice;
  const id = digestOf(`lifecycle notice ${JSON.stringify([recipient.application, facts])}`);
  const quiet = notice.type === 'api.blocked' ? quietSecondsOfBlock : quietSeconds;
  const { store } = await openStore();
  if (await store.claim(id, clock() / 1000 + quiet)) notify(id, notice, [recipient]);
}

/** The notice of a change; undefined if the change does not restrict the subscribers. */
function noticeOf({ entry, event }: LifecycleChange, { gateway }: Manifest): LifecycleNotice | undefined {
  const { state, isSunsetChange, api } = event;
  if (state !== 'deprecated' && state !== 'retired' && state !== 'blocked') return undefined;
  const { deprecation: { since, sunset, successor, link } = {}, blockedUntil } = entry;
  const { store, storeUrl } = gateway;
  const addresses = store && storeUrl !== undefined ? portalAddresses(storeUrl) : undefined;
  return {
    type: isSunsetChange ? 'api.sunset_changed' : `api.${state}`,
    api,
    state,
    ...(since !== undefined && { since }),
    ...(sunset !== undefined && { sunset }),
    ...(successor !== undefined && { successor }),
    ...(blockedUntil !== undefined && { blockedUntil }),
    ...(link !== undefined && { link }),
    ...(addresses && { page: addresses.origin + pathOfApi(addresses, entry) }),
  };
}

function subscribersOf({ subscriptions, applications }: Manifest, key: string): readonly NoticeRecipient[] {
  const subscribed = new Set(
    subscriptions.filter(({ api }) => api === key).map(({ application }) => application),
  );
  return applications.flatMap(({ name, notices }) =>
    notices && subscribed.has(name) ? [{ application: name, contacts: notices }] : [],
  );
}
