import { html, type Html } from '#runtime/pages/html.ts';
import { texts } from '../../texts/texts.ts';
import type { PortalAddresses } from '../../visit/paths.ts';
import { pathOfProposal, type FoundProposal } from './find-proposal.ts';

/** The longest title in a breadcrumb, in UTF-16 code units. */
const longest = 80;

/**
 * The way back from a page about a proposal: an author comes from their proposals, and an owner from their APIs. A page
 * below that of the proposal names it too.
 */
export function renderBreadcrumb(
  addresses: PortalAddresses,
  { proposal, isOwn }: FoundProposal,
  place: 'proposal' | 'below' = 'proposal',
): Html {
  const list = isOwn
    ? { path: `${addresses.path}/proposals`, title: texts.proposals.list.title }
    : { path: `${addresses.path}/publisher`, title: texts.publisher.title };
  return html`<nav class="trail" aria-label="${texts.layout.breadcrumb}">
    <ol>
      <li><a href="${list.path}">${list.title}</a></li>
      ${
        place === 'below'
          ? html`<li>
              <a href="${pathOfProposal(addresses, proposal.branch)}"
                ><bdi>${proposal.title.slice(0, longest)}</bdi></a
              >
            </li>`
          : undefined
      }
    </ol>
  </nav>`;
}
