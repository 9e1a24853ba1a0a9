import {
  isProposalProblem,
  isProposedBy,
  type Proposal,
  type ProposalProblem,
} from '#runtime/ports/proposals.ts';
import { catalogueOf } from '../../catalogue/catalogue.ts';
import type { PortalAddresses } from '../../visit/paths.ts';
import { ownsApi, ownsApplication, requireUser } from '../../visit/store-user.ts';
import type { StoreVisit } from '../../visit/store-visit.ts';
import { proposerOf } from '../proposal-form.ts';
import { aboutVersions } from './about-versions.ts';

/** The path of the page of a proposal. */
export function pathOfProposal({ path }: PortalAddresses, branch: string): string {
  return `${path}/proposals/review?${new URLSearchParams({ branch }).toString()}`;
}

/** The parameter of the page of a proposal that names the commit which the repository has just accepted. */
const acceptedParameter = 'accepted';

/** The path of the page of a proposal that says that the repository has accepted it. */
export function pathOfAccepted(
  addresses: PortalAddresses,
  { branch, commit }: Pick<Proposal, 'branch' | 'commit'>,
): string {
  return `${pathOfProposal(addresses, branch)}&${acceptedParameter}=${commit}`;
}

/** Whether an address says that the repository has just accepted a proposal as it is now. */
export function isJustAccepted({ query }: StoreVisit, { commit, state }: Proposal): boolean {
  return state === 'open' && query.get(acceptedParameter) === commit;
}

/** The path of the form that declines a proposal, or of its target if there is no `branch`. */
export function pathOfDecline({ path }: PortalAddresses, branch?: string): string {
  const query = branch === undefined ? '' : `?${new URLSearchParams({ branch }).toString()}`;
  return `${path}/proposals/decline${query}`;
}

/** A commit in a form; empty if the text cannot be one, since it is recorded in the audit log. */
export function hashIn({ form }: StoreVisit, field: string): string {
  const text = form.get(field) ?? '';
  return /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(text) ? text : '';
}

/** A proposal whose page the reader may open. */
export interface FoundProposal {
  readonly proposal: Proposal;
  /** Whether the reader is its author. */
  readonly isOwn: boolean;
}

/** The newest proposal on a branch, if it is the reader's or about something that the reader owns. */
export async function findProposal(
  visit: StoreVisit,
  branch: string,
): Promise<FoundProposal | ProposalProblem | undefined> {
  const { proposals } = visit.portal.services;
  const person = proposerOf(requireUser(visit));
  const onBranch = await proposals.listAll({ branch }, person);
  if (isProposalProblem(onBranch)) return onBranch;
  const own = findNewest(onBranch.filter((one) => isProposedBy(person, one)));
  if (own) return { proposal: own, isOwn: true };
  const other = findNewest(onBranch);
  return other && isAboutOwned(visit, other) ? { proposal: other, isOwn: false } : undefined;
}

function findNewest(onBranch: readonly Proposal[]): Proposal | undefined {
  return onBranch.find(({ state }) => state === 'open') ?? onBranch[0];
}

/**
 * Whether a proposal is about an API version that the reader owns, a new version of an API of theirs, or, while it is
 * open, their application: a later application of the same name may have other owners.
 */
export function isAboutOwned({ portal, user }: StoreVisit, proposal: Proposal): boolean {
  const { applications, apis } = portal.compiled.manifest;
  const { subject, state } = proposal;
  const application = applications.find(({ name }) => name === subject?.application);
  if (state === 'open' && application && ownsApplication(user, application)) return true;
  const versions = catalogueOf(portal)
    .apis()
    .flatMap((api) => api.versions);
  const owned = versions.filter(({ api }) => ownsApi(user, api)).map(({ entry }) => entry);
  return aboutVersions(owned, apis)(proposal);
}
