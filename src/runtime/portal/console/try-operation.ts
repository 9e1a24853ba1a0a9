import { html, type Html } from '#runtime/pages/html.ts';
import { readOperations, type ApiOperation } from '../api-page/api-operations.ts';
import { pathOfOperation } from '../api-page/api-paths.ts';
import { chooseApplication } from '../api-page/choose-application.ts';
import { renderTrail, type FoundVersion } from '../api-page/find-version.ts';
import { cutText } from '../pages/render-within.ts';
import { texts } from '../texts/texts.ts';
import { showStoreProblem } from '../visit/problem-page.ts';
import type { StoreAnswer, StoreContent, StoreVisit } from '../visit/store-visit.ts';
import { problemStatus, renderCallProblem } from './call-problem.ts';
import { renderAnswer } from './render-answer.ts';
import { renderCallForm } from './render-call-form.ts';
import { sendCall, writeCall } from './send-call.ts';

/** Shows the form that tries the operation in the address. */
export function showTryForm(visit: StoreVisit, found: FoundVersion): StoreAnswer {
  const operation = findOperation(visit, found);
  if (!operation) return showStoreProblem(visit.portal, 'page_unknown');
  return renderPage(visit, found, { operation, status: 200, result: undefined });
}

/** Sends the call of the form, and shows the response above the same form. */
export async function answerTryForm(visit: StoreVisit, found: FoundVersion): Promise<StoreAnswer> {
  const operation = findOperation(visit, found);
  if (!operation) return showStoreProblem(visit.portal, 'page_unknown');
  const call = writeCall(operation.node, visit.form);
  const outcome = await sendCall(visit, found, call);
  if ('problem' in outcome) {
    const result = renderCallProblem(visit, found, outcome.problem);
    return renderPage(visit, found, { operation, status: problemStatus(outcome.problem), result });
  }
  if (visit.form.get('as') === 'download') return downloadBody(outcome.body);
  const result = renderAnswer(visit, found, { ...call, access: operation.compiled.access }, outcome);
  return renderPage(visit, found, { operation, status: 200, result });
}

/** One that the gateway serves. */
function findOperation({ query }: StoreVisit, { api }: FoundVersion): ApiOperation | undefined {
  const [method, path] = [query.get('method'), query.get('path')];
  const compiled = api.operations.find((one) => one.method === method && one.path === path);
  const node = compiled && readOperations(api).document.operation(compiled.method, compiled.path);
  return node && { node, compiled };
}

interface TryPage {
  readonly operation: ApiOperation;
  readonly status: number;
  readonly result: Html | undefined;
}

function renderPage(
  visit: StoreVisit,
  found: FoundVersion,
  { operation, status, result }: TryPage,
): StoreAnswer {
  const { portal, form, query } = visit;
  const chosenBy = form.size > 0 ? new URLSearchParams([...form]) : query;
  const chosen = chooseApplication({ ...visit, query: chosenBy }, found);
  const { node, compiled } = operation;
  const { method, path } = node;
  const heading = texts.tryIt.title(cutText(node.name, 200));
  const about = pathOfOperation(portal.addresses, found.entry, { method, path: path.template });
  const main = html`${renderTrail(visit, found, heading)}
    <div class="page-head">
      <h1>${heading}</h1>
      <p class="lead">
        ${compiled.access === 'public' ? texts.tryIt.publicExplanation : texts.tryIt.explanation}
      </p>
      <p><a href="${about}">${texts.tryIt.about}</a></p>
    </div>
    ${result} ${renderCallForm(visit, found, operation, chosen)}`;
  const title = `${heading} – ${found.description.title} ${found.entry.version}`;
  return { status, page: { title, main, section: 'catalogue', scripts: ['copy-code.js'] } };
}

/** As a file whatever its type, so that no browser shows what an API has sent as a page of the store. */
function downloadBody(body: Buffer): StoreContent {
  return {
    status: 200,
    type: 'application/octet-stream',
    body,
    headers: { 'content-disposition': 'attachment; filename="response"' },
  };
}
