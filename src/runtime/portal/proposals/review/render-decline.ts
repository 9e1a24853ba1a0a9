import { html, type Html } from '#runtime/pages/html.ts';
import type { Proposal } from '#runtime/ports/proposals.ts';
import { cutText } from '../../pages/render-within.ts';
import { texts } from '../../texts/texts.ts';

/** Who has declined a proposal, and why, in at most `maxLength` characters of the reason. */
export function renderDecline(
  { by, reason }: NonNullable<Proposal['declined']>,
  maxLength = Number.POSITIVE_INFINITY,
): Html {
  return html`${texts.review.ended.declinedBy} <bdi>${by}</bdi>: <bdi>${cutText(reason, maxLength)}</bdi>`;
}
