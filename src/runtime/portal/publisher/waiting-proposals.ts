import { html, type Html } from '#runtime/pages/html.ts';
import { renderDay } from '#runtime/pages/show-day.ts';
import { isProposalProblem, type Proposal } from '#runtime/ports/proposals.ts';
import { renderDataRow, renderTableOfRows } from '../pages/render-data-table.ts';
import { renderWithin } from '../pages/render-within.ts';
import { proposerOf } from '../proposals/proposal-form.ts';
import { aboutVersions } from '../proposals/review/about-versions.ts';
import { pathOfProposal } from '../proposals/review/find-proposal.ts';
import { withoutLongWait } from '../proposals/waiting/without-long-wait.ts';
import { texts } from '../texts/texts.ts';
import type { PortalAddresses } from '../visit/paths.ts';
import type { Portal } from '../visit/portal.ts';
import { requireUser } from '../visit/store-user.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import type { OwnedVersion } from './owned-versions.ts';

const { proposals: words, unknownName } = texts.publisher;

/** The maximum number of rows, and the maximum length of their markup, since a page has at most 100 kB. */
const mostRows = 50;
const maxMarkup = 25_000;

/**
 * The open proposals about API versions: subscriptions to them, changes to them, and new versions of their APIs.
 * Undefined if they are unavailable now; empty if this gateway makes no proposals.
 */
export async function listWaitingProposals(
  { portal: { services, compiled, makesProposals }, user }: Pick<StoreVisit, 'portal' | 'user'>,
  owned: readonly OwnedVersion[],
): Promise<readonly Proposal[] | undefined> {
  if (!makesProposals) return [];
  const entries = owned.map(({ entry }) => entry);
  const apiNames = [...new Set(entries.map(({ name }) => name))];
  const reading = services.proposals.listAll({ apiNames }, proposerOf(requireUser({ user })));
  const listed = await withoutLongWait(reading);
  if (!listed || isProposalProblem(listed)) return undefined;
  const isAbout = aboutVersions(entries, compiled.manifest.apis);
  return listed.filter((proposal) => proposal.state === 'open' && isAbout(proposal));
}

/**
 * A table of proposals, or a note if there are none or they are unavailable; undefined if the store makes no proposals.
 */
export function renderWaitingProposals(
  { makesProposals, addresses }: Portal,
  proposals: readonly Proposal[] | undefined,
  none: string,
): Html | undefined {
  if (!makesProposals) return undefined;
  return html`<section class="stack tight">
    <h2>${words.title}</h2>
    ${proposals === undefined ? html`<p class="notice">${words.unavailable}</p>` : renderSome(addresses, proposals, none)}
  </section>`;
}

function renderSome(addresses: PortalAddresses, proposals: readonly Proposal[], none: string): Html {
  if (proposals.length === 0) return html`<p class="quiet">${none} ${words.noneHelp}</p>`;
  const { title, person, subject, date } = words.columns;
  const columns = [title, person, subject, date].map((column) => ({ title: column }));
  const { shown } = renderWithin(proposals.slice(0, mostRows), maxMarkup, (one) =>
    renderDataRow(columns, [
      html`${renderTitle(one)}<br /><a href="${pathOfProposal(addresses, one.branch)}"
          >${texts.review.details}</a
        >`,
      html`<bdi>${one.person.name}</bdi>`,
      html`<bdi>${nameSubject(one)}</bdi>`,
      renderDay(one.proposedAt / 1000),
    ]),
  );
  const left = proposals.length - shown.length;
  return html`${renderTableOfRows(words.title, columns, shown)}
  ${left > 0 ? html`<p class="quiet">${words.more(left)}</p>` : undefined}`;
}

/** The title of a proposal, as a link only for `http` and `https`: any other scheme could run a script in this page. */
function renderTitle({ title, link }: Proposal): Html {
  const url = link && /^https?:\/\//.test(link.url) ? link.url : undefined;
  return url === undefined ? html`<bdi>${title}</bdi>` : html`<a href="${url}"><bdi>${title}</bdi></a>`;
}

function nameSubject({ subject }: Proposal): string {
  return [subject?.application, subject?.api].filter((name) => name !== undefined).join(' → ') || unknownName;
}
