import { digestOf, type Digest } from '#compiled/digest.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import {
  isProposalProblem,
  type DeliveredProposal,
  type ProposedPatch,
  type ReviewProblem,
} from '#runtime/ports/proposals.ts';
import type { ConsumerKeys } from '#runtime/token/consumer-keys.ts';
import { texts } from '../texts/texts.ts';
import type { PortalAddresses, ProposalFormName } from '../visit/paths.ts';
import { requireUser } from '../visit/store-user.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { proposerOf } from './proposal-form.ts';
import { renderBeginning } from './render-findings.ts';
import { renderProblem, statusOf } from './form-problem.ts';

const { result, forms, keySets } = texts.proposals;

/** Shows the outcome of a proposal, and the generated keys, which are shown only here. */
export function showResult(
  visit: StoreVisit,
  name: ProposalFormName,
  delivered: DeliveredProposal,
  keys: readonly ConsumerKeys[],
): StoreAnswer {
  const main = html`<div class="page-head"><h1>${forms[name]}</h1></div>
    ${delivered.delivery === 'branch' ? renderBranch(delivered) : renderPatch(visit, delivered)}
    ${keys.length === 0 ? undefined : renderKeys(keys)}
    <p><a href="${visit.portal.addresses.path}/proposals">${result.list}</a></p>`;
  const scripts = ['copy-code.js'];
  return { status: 200, page: { title: forms[name], main, section: 'proposals', scripts } };
}

type DeliveredBranch = DeliveredProposal & { readonly delivery: 'branch' };

function renderBranch({ branch, commit, link, reviewProblem }: DeliveredBranch): Html {
  return html`<p class="success" role="status">${result.branch}</p>
    ${reviewProblem && renderReviewProblem(reviewProblem)}
    <dl class="facts">
      <dt>${result.branchName}</dt>
      <dd>
        <code><bdi>${branch}</bdi></code>
      </dd>
      <dt>${result.commit}</dt>
      <dd><code>${commit}</code></dd>
    </dl>
    ${link && html`<p><a class="button" href="${link.url}" rel="noreferrer">${result[link.kind]}</a></p>`}`;
}

function renderReviewProblem({ problem, status }: ReviewProblem): Html {
  const what = result.reviewProblems[problem](status === undefined ? '' : result.status(status));
  return html`<p class="notice">${what} ${result.byHand}</p>`;
}

function renderPatch({ portal, csrf }: StoreVisit, { fileName, patch }: ProposedPatch): Html {
  return html`<p class="notice" role="status">${result.patch}</p>
    <form method="post" action="${pathOfPatch(portal.addresses)}">
      <input type="hidden" name="csrf" value="${csrf}" />
      <input type="hidden" name="${patchField}" value="${digestOf(patch)}" />
      <button type="submit">${result.download(fileName)}</button>
      <p class="hint">${result.downloadHint}</p>
    </form>
    <h2>${result.patchTitle}</h2>
    ${renderBeginning(patch)}`;
}

function renderKeys(keys: readonly ConsumerKeys[]): Html {
  return html`<section class="notice">
    <h2>${result.keysTitle}</h2>
    <p>${result.keysLead}</p>
    ${keys.map(
      ({ keySet, consumerKey, secret }) =>
        html`<h3>${keySets[keySet]}</h3>
          <dl class="facts">
            <dt>${result.consumerKey}</dt>
            <dd>${renderCopied(consumerKey)}</dd>
            ${
              secret === undefined
                ? undefined
                : html`<dt>${result.secret}</dt>
                    <dd>${renderCopied(secret)}</dd>`
            }
          </dl>`,
    )}
  </section>`;
}

/** A text to select, which a script gives a button that copies it. */
function renderCopied(text: string): Html {
  return html`<div class="code-block" data-copy="${result.copy}" data-copied="${result.copied}">
    <pre tabindex="0"><code>${text}</code></pre>
  </div>`;
}

/** The form field that identifies a patch by its digest. */
const patchField = 'patch';

/** Sends a patch that the user has proposed, as a file. The form contains only the digest of the patch. */
export async function downloadPatch(visit: StoreVisit): Promise<StoreAnswer> {
  const { portal, form } = visit;
  // The cast is safe: a text that is not a digest finds no patch.
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

/** The path for downloading a proposed patch. */
function pathOfPatch({ path }: PortalAddresses): string {
  return `${path}/proposals/patch`;
}
