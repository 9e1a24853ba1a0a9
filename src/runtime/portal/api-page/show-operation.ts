import type { CompiledApi, CompiledOperation } from '#compiled/compiled-api.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { renderBadge } from '../pages/badge.ts';
import { cutText } from '../pages/render-within.ts';
import { texts } from '../texts/texts.ts';
import { pathOfTryForm } from '../visit/paths.ts';
import { showStoreProblem } from '../visit/problem-page.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { readOperations, type ApiOperation } from './api-operations.ts';
import { callAddress } from './api-paths.ts';
import { renderTrail, type FoundVersion } from './find-version.ts';
import { renderErrors } from './possible-errors.ts';
import { explainToken } from './render-how-to-call.ts';
import { renderDescription } from './render-markdown.ts';
import { renderAnswers, renderBody, renderParameters } from './render-operation.ts';
import { renderSamples } from './samples/render-samples.ts';
import { sampleCall } from './samples/sample-call.ts';

const { apiPage } = texts;

const { operations: operationTexts } = apiPage;

/** Shows one operation, named by `method` and `path` in the address: everything that a call of it needs. */
export function showOperation(visit: StoreVisit, found: FoundVersion): StoreAnswer {
  const { portal, query } = visit;
  const [method, path] = [query.get('method'), query.get('path')];
  const operation = readOperations(found.api)
    .groups.flatMap(({ operations }) => operations)
    .find(({ compiled }) => compiled.method === method && compiled.path === path);
  if (!operation) return showStoreProblem(portal, 'page_unknown');
  const { node } = operation;
  const name = cutText(node.name, 200);
  const main = html`${renderTrail(visit, found, name)}
    <div class="page-head">
      <h1><span class="method">${node.method}</span> <code>${cutText(node.path.template, 200)}</code></h1>
      ${renderSummary(operation)}
    </div>
    <p>
      <a class="button" href="${pathOfTryForm(portal.addresses, found.entry, operation.compiled)}"
        >${operationTexts.tryIt}</a
      >
    </p>
    ${renderDescription(node.text('description'), { topHeading: 2, maxLength: 12_000 })}
    ${renderNeeds(operation, found)}
    <section class="stack tight" aria-labelledby="sample">
      <h2 id="sample">${operationTexts.sample}</h2>
      <p>${explainToken(operation)}</p>
      ${renderSamples('sample', sampleCall(operation, callAddress(portal.settings, found.entry)))}
    </section>
    ${renderParameters(node)} ${renderBody(node)} ${renderAnswers(node)}
    ${renderErrors(visit, found, operation)}`;
  const title = `${name} – ${found.description.title} ${found.entry.version}`;
  return { status: 200, page: { title, main, section: 'catalogue', scripts: ['copy-code.js'] } };
}

function renderSummary({ node }: ApiOperation): Html | undefined {
  const summary = node.text('summary');
  const badge = node.isDeprecated ? renderBadge(operationTexts.isDeprecated, 'warning') : undefined;
  return html`${summary === undefined ? undefined : html`<p class="lead">${cutText(summary, 300)}</p>`}
  ${badge && html`<p>${badge}</p>`}`;
}

/** What a call needs, and its limits. */
function renderNeeds({ compiled: { access, scopes, limit } }: ApiOperation, { api }: FoundVersion): Html {
  return html`<dl class="facts">
    ${access === 'public' ? renderPublicAccess(api) : renderScopes(scopes)}
    ${
      limit &&
      html`<dt>${apiPage.operationLimit}</dt>
        <dd>${apiPage.limitOf(limit.requests, limit.unit)}</dd>`
    }
  </dl>`;
}

function renderPublicAccess({ addressLimit }: CompiledApi): Html {
  return html`<dt>${operationTexts.access}</dt>
    <dd>${operationTexts.isPublic}</dd>
    ${
      addressLimit &&
      html`<dt>${apiPage.addressLimit}</dt>
        <dd>${apiPage.limitOf(addressLimit.requests, addressLimit.unit)}</dd>`
    }`;
}

function renderScopes(sets: CompiledOperation['scopes']): Html {
  const listed = sets
    ?.slice(0, 20)
    .map(
      (set, index) =>
        html`${index > 0 ? ` ${operationTexts.or} ` : undefined}<code>${cutText(set.join(' '), 300)}</code>`,
    );
  return html`<dt>${operationTexts.scopes}</dt>
    <dd>${listed ?? operationTexts.noScopes}</dd>`;
}
