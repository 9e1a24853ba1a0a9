import { html, type Html } from '#runtime/pages/html.ts';
import { readOperations, type ApiOperation } from '../api-page/api-operations.ts';
import { pathOfOperation } from '../api-page/api-paths.ts';
import { chooseApplication } from '../api-page/choose-application.ts';
import { renderBreadcrumb, type FoundVersion } from '../api-page/find-version.ts';
import { cutText } from '../pages/render-within.ts';
import { texts } from '../texts/texts.ts';
import { showStoreProblem } from '../visit/problem-page.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { problemStatus, renderCallProblem } from './call-problem.ts';
import { readCall, type FieldErrors } from './read-call.ts';
import { renderAnswer } from './render-answer.ts';
import { answerId, renderCallForm } from './render-call-form.ts';
import { sendCall } from './send-call.ts';

const noErrors: FieldErrors = new Map();

/** Shows the form for trying the operation in the URL. */
export function showTryForm(visit: StoreVisit, found: FoundVersion): StoreAnswer {
  const operation = findOperation(visit, found);
  if (!operation) return showStoreProblem(visit.portal, 'page_unknown');
  return renderPage(visit, found, { operation, status: 200 });
}

/** Sends the call of the form, and shows the response above the same form; or fills an example into the form. */
export async function answerTryForm(visit: StoreVisit, found: FoundVersion): Promise<StoreAnswer> {
  const operation = findOperation(visit, found);
  if (!operation) return showStoreProblem(visit.portal, 'page_unknown');
  if (visit.form.has('fill')) return renderPage(visit, found, { operation, status: 200 });
  const call = readCall(operation.node, { ...visit, newIdentifier: visit.portal.sessions.newIdentifier });
  if ('errors' in call) return showErrors(visit, found, operation, call.errors);
  const outcome = await sendCall(visit, found, call);
  if ('problem' in outcome) {
    const result = renderCallProblem(visit, found, outcome.problem);
    return renderPage(visit, found, { operation, status: problemStatus(outcome.problem), result });
  }
  const result = renderAnswer(visit, found, { ...call, access: operation.compiled.access }, outcome);
  return renderPage(visit, found, { operation, status: 200, result });
}

function showErrors(
  visit: StoreVisit,
  found: FoundVersion,
  operation: ApiOperation,
  errors: FieldErrors,
): StoreAnswer {
  const { title, missingFiles, file, explanation } = texts.tryIt.fieldErrors;
  const areFiles = [...errors.values()].every((error) => error === file);
  const result = html`<div class="problem" role="alert">
    <h2>${areFiles ? missingFiles(errors.size) : title(errors.size)}</h2>
    <p>${explanation}</p>
  </div>`;
  return renderPage(visit, found, { operation, status: 422, result, errors });
}

/** The operation in the URL, if the gateway serves it. */
function findOperation({ query }: StoreVisit, { api }: FoundVersion): ApiOperation | undefined {
  const [method, path] = [query.get('method'), query.get('path')];
  const compiled = api.operations.find((one) => one.method === method && one.path === path);
  const node = compiled && readOperations(api).document.operation(compiled.method, compiled.path);
  return node && { node, compiled };
}

interface TryPage {
  readonly operation: ApiOperation;
  readonly status: number;
  /** The response, or why there is none. */
  readonly result?: Html;
  readonly errors?: FieldErrors;
}

function renderPage(
  visit: StoreVisit,
  found: FoundVersion,
  { operation, status, result, errors = noErrors }: TryPage,
): StoreAnswer {
  const { portal, form, query } = visit;
  const chosenBy = form.size > 0 ? new URLSearchParams([...form]) : query;
  const chosen = chooseApplication({ ...visit, query: chosenBy }, found);
  const { node, compiled } = operation;
  const { method, path } = node;
  const heading = texts.tryIt.title(cutText(node.name, 200));
  const about = pathOfOperation(portal.addresses, found.entry, { method, path: path.template });
  const main = html`${renderBreadcrumb(visit, found, heading)}
    <div class="page-head">
      <h1>${heading}</h1>
      <p class="lead">
        ${compiled.access === 'public' ? texts.tryIt.publicExplanation : texts.tryIt.explanation}
      </p>
      <p><a href="${about}">${texts.tryIt.about}</a></p>
    </div>
    ${result && html`<div id="${answerId}" tabindex="-1">${result}</div>`}
    ${renderCallForm(visit, found, operation, chosen, errors)}`;
  const title = `${heading} – ${found.description.title} ${found.entry.version}`;
  return { status, page: { title, main, section: 'catalogue', scripts: ['copy-code.js'] } };
}
