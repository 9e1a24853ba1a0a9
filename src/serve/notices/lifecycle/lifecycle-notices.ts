import { digestOf, type Digest } from '#compiled/digest.ts';
import type { Manifest } from '#compiled/manifest.ts';
import type { Clock } from '#runtime/ports/clock.ts';
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
  return (manifest, committedAt) => {
    const now = clock();
    const { changes, isNew } = record.note(manifest, dateOfCommit(committedAt, now) ?? now);
    if (isNew) keep(() => record.render());
    if (manifest.gateway.notices) for (const change of changes) announce(options, { manifest, change, ends });
  };
}

interface Announcement {
  readonly manifest: Manifest;
  readonly change: LifecycleChange;
  readonly ends: ClaimEnds;
}

/**
 * Notifies the subscribers of a version. The queue of notices tries again if the store cannot be asked which gateway sends
 * one, so that none is lost then.
 */
function announce(options: LifecycleNoticesOptions, { manifest, change, ends }: Announcement): void {
  const { event, before, after } = change;
  const { api } = event;
  const recipients = recipientsOf(manifest, change.subscribers);
  // What the version was before is announced again when it returns to that; that it is published never is.
  if (before !== 'published' && before !== 'created')
    ends.add(
      recipients.flatMap(({ application }) =>
        noticeChannels.map((channel) => claimOf({ application, channel }, api, before)),
      ),
    );
  const notice = noticeOf(change, manifest);
  if (!notice) return;
  const quiet = notice.type === 'api.blocked' ? quietSecondsOfBlock : quietSeconds;
  const id = digestOf(`lifecycle notice ${JSON.stringify([api, before, after, event.at])}`);
  options.notify(id, notice, recipients, async (address) => {
    const store = await ends.apply();
    // A later change, which is announced too, has replaced it while the store could not be asked.
    if (options.record.phase(api) !== after) return false;
    return store.claim(claimOf(address, api, after), options.clock() / 1000 + quiet);
  });
}

const noticeChannels: readonly NoticeChannel[] = ['email', 'webhook'];

/** The same in every gateway, however it learns of the change. */
function claimOf(
  { application, channel }: { readonly application: string; readonly channel: NoticeChannel },
  api: string,
  phase: string,
): Digest {
  return digestOf(`lifecycle notice ${JSON.stringify([application, channel, api, phase])}`);
}

/** The notice of a change; undefined if the change does not restrict the subscribers. */
function noticeOf({ entry, event }: LifecycleChange, { gateway }: Manifest): LifecycleNotice | undefined {
  const { state, isSunsetChange, api } = event;
  if (state !== 'deprecated' && state !== 'retired' && state !== 'blocked') return undefined;
  const { deprecation: { since, sunset, successor, link } = {}, blockedUntil } = entry ?? {};
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
    ...(addresses && entry && { page: addresses.origin + pathOfApi(addresses, entry) }),
  };
}

/** Those of some applications that declare where they receive notices. */
function recipientsOf({ applications }: Manifest, names: readonly string[]): readonly NoticeRecipient[] {
  const wanted = new Set(names);
  return applications.flatMap(({ name, notices }) =>
    notices && wanted.has(name) ? [{ application: name, contacts: notices }] : [],
  );
}
