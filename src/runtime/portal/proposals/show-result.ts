import { apiKey } from '#compiled/api-key.ts';
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
import { pathOfOwnedApi, type PortalAddresses, type ProposalFormName } from '../visit/paths.ts';
import { requireUser } from '../visit/store-user.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { chosenOwnVersion, proposerOf } from './proposal-form.ts';
import { describeApprovers } from './review/describe-approvers.ts';
import { pathOfAccepted, pathOfProposal } from './review/find-proposal.ts';
import { renderBeginning } from './render-findings.ts';
import { renderProblem, statusOf } from './form-problem.ts';

const { result, forms, keySets } = texts.proposals;

/**
 * Leads to the page of a proposal, which may be loaded again. What is shown only once, such as generated keys, is in the
 * answer itself.
 */
export function answerProposed(
  visit: StoreVisit,
  name: ProposalFormName,
  delivered: DeliveredProposal,
  keys: readonly ConsumerKeys[],
): StoreAnswer {
  if (keys.length > 0 || delivered.delivery === 'patch' || delivered.reviewProblem)
    return showResult(visit, name, delivered, keys);
  const { branch, commit } = delivered;
  return { location: pathOfAccepted(visit.portal.addresses, { branch, commit }) };
}

/** Shows the outcome of a proposal, and the generated keys, which are shown only here. */
function showResult(
  visit: StoreVisit,
  name: ProposalFormName,
  delivered: DeliveredProposal,
  keys: readonly ConsumerKeys[],
): StoreAnswer {
  const heading = result.titles[delivered.delivery];
  const main = html`<div class="page-head"><h1 tabindex="-1" autofocus="">${heading}</h1></div>
    ${delivered.delivery === 'branch' ? renderBranch(visit, delivered) : renderPatch(visit, delivered)}
    ${keys.length === 0 ? undefined : renderKeys(keys)} ${renderWays(visit, delivered)}`;
  const scripts = ['copy-code.js'];
  const title = `${heading} – ${forms[name]}`;
  return { status: 200, page: { title, main, section: 'proposals', scripts } };
}

/** Links to the page of the proposal, to the page of the version that its owner changes, and to all proposals. */
function renderWays(visit: StoreVisit, delivered: DeliveredProposal): Html {
  const { addresses } = visit.portal;
  const value = (field: string) => visit.form.get(field) ?? '';
  const own = chosenOwnVersion({ visit, user: requireUser(visit), value, previewed: [] });
  const version = visit.form.has('application') ? undefined : own;
  return html`<ul>
    ${
      delivered.delivery === 'branch'
        ? html`<li><a href="${pathOfProposal(addresses, delivered.branch)}">${result.proposal}</a></li>`
        : undefined
    }
    ${version && html`<li><a href="${pathOfOwnedApi(addresses, version.entry)}">${result.version(apiKey(version.entry))}</a></li>`}
    <li><a href="${addresses.path}/proposals">${result.list}</a></li>
  </ul>`;
}

type DeliveredBranch = DeliveredProposal & { readonly delivery: 'branch' };

function renderBranch(
  { portal }: StoreVisit,
  { branch, commit, link, reviewProblem, approvers }: DeliveredBranch,
): Html {
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
    <p><bdi>${describeApprovers(portal, approvers)}</bdi></p>
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
