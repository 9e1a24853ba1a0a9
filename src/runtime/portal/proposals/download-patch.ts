import type { Digest } from '#compiled/digest.ts';
import { html } from '#runtime/pages/html.ts';
import { isProposalProblem } from '#runtime/ports/proposals.ts';
import { requireUser } from '../visit/store-user.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { texts } from '../texts/texts.ts';
import { proposerOf } from './proposer-of.ts';
import { renderProblem, statusOf } from './show-form.ts';

const { result } = texts.proposals;

/** The field that names a patch by its digest. */
export const patchField = 'patch';

/** Sends a patch that the user has proposed, as a file; only its digest was in the page. */
export async function downloadPatch(visit: StoreVisit): Promise<StoreAnswer> {
  const { portal, form } = visit;
  // Whatever else it is, no patch has it.
  const digest = (form.get(patchField) ?? '') as Digest;
  const found = await portal.services.proposals.readPatch(digest, proposerOf(requireUser(visit)));
  if (isProposalProblem(found)) {
    const main = html`<div class="page-head"><h1>${result.patchTitle}</h1></div>
      ${renderProblem(found)}
      <p><a href="${portal.addresses.path}/proposals">${result.list}</a></p>`;
    return { status: statusOf(found), page: { title: result.patchTitle, main, section: 'proposals' } };
  }
  const disposition = `attachment; filename="${found.fileName}"`;
  return {
    status: 200,
    type: 'text/x-patch; charset=utf-8',
    body: found.patch,
    headers: { 'content-disposition': disposition },
  };
}
