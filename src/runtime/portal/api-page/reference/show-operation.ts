import type { OperationNode } from '#openapi/model.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { renderBadge } from '../../pages/badge.ts';
import { cutText } from '../../pages/render-within.ts';
import { takeEntries, type Entry } from '../../pages/take-entries.ts';
import { texts } from '../../texts/texts.ts';
import { pathOfApi, pathOfTryForm } from '../../visit/paths.ts';
import { showStoreProblem } from '../../visit/problem-page.ts';
import type { StoreAnswer, StoreVisit } from '../../visit/store-visit.ts';
import { readOperations, type ApiOperation } from '../api-operations.ts';
import { callAddress } from '../api-paths.ts';
import { renderBreadcrumb, type FoundVersion } from '../find-version.ts';
import { explainToken } from '../render-how-to-call.ts';
import { renderLanguages, renderSample } from '../samples/render-samples.ts';
import { sampleCall } from '../samples/sample-call.ts';
import { rememberLanguage } from '../samples/sample-languages.ts';
import { requestBodyEntries } from './body-entries.ts';
import { listGatewayErrors, renderErrorLink, renderGatewayErrors } from './gateway-errors.ts';
import { findPart } from './operation-parts.ts';
import { parameterEntries } from './parameter-entries.ts';
import { readFrom, referencePaths, type PartName, type ReferencePaths } from './reference-paths.ts';
import { renderRest } from './render-field.ts';
import { renderNeeds } from './render-needs.ts';
import { linkEntries, textEntries } from './render-text.ts';
import { responseEntries, type RenderGatewayErrors } from './response-entries.ts';
import { renderCallbacks } from './show-calls-of-api.ts';
import { renderEntries } from './show-part.ts';

const { reference } = texts;
const { operations: operationTexts } = texts.apiPage;

/**
 * Shows one operation, which `method` and `path` in the URL identify, or `at` if the API calls it. With `part`, shows only
 * one part, from the entry `from` on.
 */
export function showOperation(visit: StoreVisit, found: FoundVersion): StoreAnswer {
  const { portal, query } = visit;
  const operations = readOperations(found.api);
  const served = operations.groups
    .flatMap((group) => group.operations)
    .find(({ compiled }) => compiled.method === query.get('method') && compiled.path === query.get('path'));
  const node = served?.node ?? operations.calledByApi.get(query.get('at') ?? '');
  if (!node) return showStoreProblem(portal, 'page_unknown');
  const paths = referencePaths(portal.addresses, found.entry);
  const main = query.has('part')
    ? renderPart(node, visit, found, paths)
    : html`${renderHead(node, visit, found, served)} ${renderReference(node, visit, found, served)}`;
  if (!main) return showStoreProblem(portal, 'page_unknown');
  const title = `${cutText(node.name, 200)} – ${found.description.title} ${found.entry.version}`;
  const page = { title, main, section: 'catalogue', scripts: ['copy-code.js'] } as const;
  return { status: 200, page, ...rememberLanguage(visit) };
}

function renderHead(
  node: OperationNode,
  visit: StoreVisit,
  found: FoundVersion,
  served: ApiOperation | undefined,
): Html {
  const summary = node.text('summary');
  return html`${renderBreadcrumb(visit, found, cutText(node.name, 200))}
    <div class="page-head">
      <h1><span class="method">${node.method}</span> <code>${cutText(node.path.template, 200)}</code></h1>
      ${summary === undefined ? undefined : html`<p class="lead">${cutText(summary, 300)}</p>`}
      ${node.isDeprecated ? html`<p>${renderBadge(operationTexts.isDeprecated, 'warning')}</p>` : undefined}
    </div>
    ${
      served
        ? html`<p>
            <a class="button" href="${pathOfTryForm(visit.portal.addresses, found.entry, served.compiled)}"
              >${operationTexts.tryIt}</a
            >
          </p>`
        : html`<p class="notice">${reference.calledByApi}</p>`
    }`;
}

/** Everything about an operation: the request at one side, the responses at the other. */
function renderReference(
  node: OperationNode,
  visit: StoreVisit,
  found: FoundVersion,
  served: ApiOperation | undefined,
): Html {
  const { addresses, settings } = visit.portal;
  const paths = referencePaths(addresses, found.entry);
  const errors = served ? listGatewayErrors(visit, found, served) : [];
  const errorsOf: RenderGatewayErrors = (status) => {
    const links = errors
      .filter(([one]) => String(one) === status)
      .map(([, code]) => html`${renderErrorLink(code, addresses)} `);
    return links.length === 0 ? undefined : html`<p class="small">${reference.gatewayAnswers} ${links}</p>`;
  };
  return html`${renderWithin(descriptionEntries(node), 15_000, node, paths, 'description')}
    ${served && renderNeeds(served, found, visit.portal)}
    <div class="request-and-response">
      <div class="stack">
        ${renderRequest(node, paths)}
        ${
          served &&
          html`<section class="stack tight" aria-labelledby="sample">
            <h2 id="sample">${operationTexts.sample}</h2>
            <p>${explainToken(visit, served, linkToToken(visit, found))}</p>
            ${renderLanguages(visit, { section: 'sample', query: { method: served.compiled.method, path: served.compiled.path } })}
            ${renderSample(visit, sampleCall(served, callAddress(settings, found.entry)))}
          </section>`
        }
      </div>
      <section class="stack tight" aria-labelledby="responses">
        <h2 id="responses">${reference.responses}</h2>
        ${node.responses.length === 0 ? html`<p class="quiet">${reference.noResponses}</p>` : undefined}
        ${renderWithin(responseEntries(node, paths, errorsOf), 70_000, node, paths, 'responses')}
      </section>
    </div>
    ${renderCallbacks(node, paths)} ${served && renderGatewayErrors(errors, addresses)}`;
}

function linkToToken({ portal }: StoreVisit, { entry }: FoundVersion): Html {
  const { fromOtherPage, token } = texts.apiPage.call;
  return html`${fromOtherPage} <a href="${pathOfApi(portal.addresses, entry)}#call">${token}</a>.`;
}

function descriptionEntries(node: OperationNode): readonly Entry[] {
  return [
    ...textEntries(node.path.text('summary')),
    ...textEntries(node.path.text('description')),
    ...textEntries(node.text('description')),
    ...linkEntries(node.externalDocs),
  ];
}

function renderRequest(node: OperationNode, paths: ReferencePaths): Html {
  const parameters = parameterEntries(node, paths);
  const body = requestBodyEntries(node, paths);
  return html`<section class="stack tight" aria-labelledby="parameters">
      <h2 id="parameters">${operationTexts.parameters}</h2>
      ${parameters.length === 0 ? html`<p class="quiet">${operationTexts.noParameters}</p>` : undefined}
      ${renderWithin(parameters, 40_000, node, paths, 'parameters')}
    </section>
    <section class="stack tight" aria-labelledby="body">
      <h2 id="body">${operationTexts.body}</h2>
      ${body.length === 0 ? html`<p class="quiet">${operationTexts.noBody}</p>` : undefined}
      ${renderWithin(body, 50_000, node, paths, 'body')}
    </section>`;
}

/** The entries that have room on the page of the operation, and a link to the page with all. */
function renderWithin(
  entries: readonly Entry[],
  maxLength: number,
  node: OperationNode,
  paths: ReferencePaths,
  part: Exclude<PartName['part'], 'parameter' | 'response'>,
): Html {
  const { shown, next } = takeEntries(entries, maxLength);
  return html`${shown}
  ${next === undefined ? undefined : renderRest(paths.operation(node, { part }), reference.restOf[part])}`;
}

/** One part of an operation as a page; undefined if the operation does not have it. */
function renderPart(
  node: OperationNode,
  visit: StoreVisit,
  found: FoundVersion,
  paths: ReferencePaths,
): Html | undefined {
  const part = findPart(node, visit.query, paths, descriptionEntries(node));
  if (!part) return undefined;
  const path = paths.operation(node);
  const name = html`<code>${cutText(node.name, 200)}</code>`;
  return html`${renderBreadcrumb(visit, found, cutText(node.name, 200))}
    <div class="page-head">
      <h1>${path === undefined ? name : html`<a href="${path}">${name}</a>`}</h1>
    </div>
    <h2>${part.title}</h2>
    ${renderEntries(part.entries, paths.operation(node, part.name), readFrom(visit.query))}`;
}
