import type { LifecycleEvent } from '#runtime/ports/notices/lifecycle.ts';
import { isProposalProblem, type Proposal } from '#runtime/ports/proposals.ts';
import { ownApplications } from '../applications/owned-applications.ts';
import { isVisible } from '../catalogue/catalogue.ts';
import { nameEvent } from '../feeds/render-feed.ts';
import { proposerOf } from '../proposals/proposal-form.ts';
import { withoutLongWait } from '../proposals/without-long-wait.ts';
import { unlessUnavailable } from '../usage/usage-counts.ts';
import type { NamedApi } from '../visit/paths.ts';
import { requireUser } from '../visit/store-user.ts';
import type { StoreVisit } from '../visit/store-visit.ts';

/** Something that the reader has to know. */
export type Notice =
  | { readonly id: string; readonly at: number; readonly proposal: Proposal }
  | {
      readonly id: string;
      readonly at: number;
      readonly event: LifecycleEvent;
      /** The API version, if the reader may open its page. */
      readonly page: NamedApi | undefined;
      /** The reader's applications that subscribe to it. */
      readonly applications: readonly string[];
    };

/** What the reader has to know, and whether a part of it is unavailable now. */
interface ListedNotices {
  /** The newest first. */
  readonly notices: readonly Notice[];
  readonly isIncomplete: boolean;
}

const most = 100;

/**
 * Lists the reader's proposals that are decided or in conflict, and how APIs were restricted that the reader's applications
 * subscribe to.
 */
export async function listNotices(visit: StoreVisit): Promise<ListedNotices> {
  const [proposals, events] = await Promise.all([listProposals(visit), listEvents(visit)]);
  const notices = [...(proposals ?? []), ...(events ?? [])];
  return {
    notices: notices.toSorted((one, other) => other.at - one.at).slice(0, most),
    isIncomplete: !proposals || !events,
  };
}

/** Undefined if proposals are unavailable now; empty if this gateway keeps none. */
async function listProposals({ portal, user }: StoreVisit): Promise<readonly Notice[] | undefined> {
  if (!portal.store.proposals) return [];
  const reading = portal.services.proposals.list(proposerOf(requireUser({ user })));
  const listed = await withoutLongWait(reading);
  if (!listed || isProposalProblem(listed)) return undefined;
  return listed.flatMap((proposal) => {
    const { branch, commit, state, proposedAt, declined, conflictsSince } = proposal;
    const at = declined?.at ?? proposedAt;
    if (state !== 'open') return [{ id: `${branch} ${commit} ${state}`, at, proposal }];
    if (conflictsSince === undefined) return [];
    return [{ id: `${branch} ${commit} conflicts`, at: conflictsSince, proposal }];
  });
}

async function listEvents(visit: StoreVisit): Promise<readonly Notice[] | undefined> {
  const subscribed = ownApplications(visit).flatMap(({ subscriptions }) => subscriptions);
  const byApi = Map.groupBy(subscribed, ({ subscription }) => subscription.api);
  if (byApi.size === 0) return [];
  const events = await unlessUnavailable(visit.portal.services.notices.readLifecycle([...byApi.keys()]));
  return events?.filter(isNotice).map((event) => {
    const found = byApi.get(event.api) ?? [];
    const version = found.find((one) => one.version)?.version;
    return {
      id: `${event.api} ${nameEvent(event)} ${event.at}`,
      at: event.at,
      event,
      page: version && isVisible(version, visit.user) ? version.entry : undefined,
      applications: found.map(({ subscription }) => subscription.application),
    };
  });
}

/** Whether a version was restricted, or is not any more. */
function isNotice({ state, isAgain }: LifecycleEvent): boolean {
  return state === 'deprecated' || state === 'retired' || state === 'blocked' || isAgain === true;
}
