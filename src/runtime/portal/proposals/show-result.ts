import { html, type Html } from '../../pages/html.ts';
import type { DeliveredProposal } from '../../ports/proposals.ts';
import type { StoreAnswer } from '../store-answer.ts';
import type { StoreVisit } from '../store-visit.ts';
import { texts } from '../texts/texts.ts';
import type { ConsumerKeys } from '../../token/consumer-keys.ts';
import type { ProposalFormName } from './proposal-form.ts';

const { result, forms, keySets } = texts.proposals;

/** What has become of a proposal, and the keys that were made for it, which are shown here only. */
export function showResult(
  { portal }: StoreVisit,
  name: ProposalFormName,
  delivered: DeliveredProposal,
  keys: readonly ConsumerKeys[],
): StoreAnswer {
  const main = html`<div class="page-head"><h1>${forms[name]}</h1></div>
    ${delivered.delivery === 'branch' ? renderBranch(delivered) : renderPatch(delivered)}
    ${keys.length === 0 ? undefined : renderKeys(keys)}
    <p><a href="${portal.addresses.path}/proposals">${result.list}</a></p>`;
  return { status: 200, page: { title: forms[name], main, section: 'proposals' } };
}

function renderBranch({ branch, commit, link }: DeliveredProposal & { readonly delivery: 'branch' }): Html {
  return html`<p class="success" role="status">${result.branch}</p>
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

function renderPatch({ fileName, patch }: DeliveredProposal & { readonly delivery: 'patch' }): Html {
  const url = `data:text/x-patch;charset=utf-8;base64,${Buffer.from(patch).toString('base64')}`;
  return html`<p class="notice" role="status">${result.patch}</p>
    <p><a class="button" href="${url}" download="${fileName}">${fileName}</a></p>
    <h2>${result.download}</h2>
    <pre class="code" tabindex="0"><code><bdi>${patch.slice(0, 30_000)}</bdi></code></pre>`;
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
            <dd><code>${consumerKey}</code></dd>
            ${
              secret === undefined
                ? undefined
                : html`<dt>${result.secret}</dt>
                    <dd><code>${secret}</code></dd>`
            }
          </dl>`,
    )}
  </section>`;
}
