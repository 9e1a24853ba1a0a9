import type { LinkNode, OperationNode, ResponseNode } from '#openapi/model.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { plainLine } from '../../markdown/parse-markdown.ts';
import { cutText } from '../../pages/render-within.ts';
import { takeEntries, type Entry } from '../../pages/take-entries.ts';
import { texts } from '../../texts/texts.ts';
import { anchorOf, makeId } from './anchors.ts';
import { bodyEntries } from './body-entries.ts';
import { exampleEntries } from './example-entries.ts';
import { headerEntries } from './parameter-entries.ts';
import type { ReferencePaths } from './reference-paths.ts';
import { renderRest } from './render-field.ts';
import { textEntries } from './render-text.ts';
import { codeEntries, writeValue } from './render-value.ts';
import { topView } from './schema-entries.ts';

const { reference } = texts;

/** What the gateway itself answers with a status, next to the response of the document; undefined if nothing. */
export type RenderGatewayErrors = (status: string) => Html | undefined;

/** The maximum length of the markup of a successful response, and of any other one, among all responses. */
const successLimit = 40_000;
const otherLimit = 10_000;

/** The responses of an operation, each as one entry that a reader unfolds; the first successful one is unfolded. */
export function responseEntries(
  operation: OperationNode,
  paths: ReferencePaths,
  renderErrors: RenderGatewayErrors,
): readonly Entry[] {
  const { responses } = operation;
  const open = responses.find(({ isSuccess }) => isSuccess) ?? responses[0];
  return responses.map((response) => () => {
    const entries = wholeResponseEntries(response, paths);
    const { shown, next } = takeEntries(entries, response === open ? successLimit : otherLimit);
    const page = paths.operation(operation, { part: 'response', name: response.status });
    const { id, link } = anchorOf(makeId('status', response.status));
    return html`<details class="response" ${id} ${response === open ? html`open=""` : undefined}>
      <summary><code>${nameOfStatus(response)}</code> ${renderSummary(response)}</summary>
      <div class="fields">
        <p class="small">${link}</p>
        ${renderErrors(response.status)}
        ${entries.length === 0 ? html`<p class="quiet small">${reference.empty}</p>` : shown}
        ${next === undefined ? undefined : renderRest(page, reference.restOf.response)}
      </div>
    </details>`;
  });
}

/** The name of a status for a heading. */
export function nameOfStatus({ status }: ResponseNode): string {
  return status === 'default' ? reference.anyStatus : cutText(status, 100);
}

/** The length at which the line of a heading is cut before its formats are removed. */
const longestLine = 1000;

/** The first words of the description, next to the status. */
function renderSummary(response: ResponseNode): Html | undefined {
  const description = response.text('summary') ?? response.text('description') ?? '';
  const [line = ''] = description.trim().slice(0, longestLine).split('\n');
  const text = plainLine(line);
  return text === '' ? undefined : html`<span class="quiet">${cutText(text, 120)}</span>`;
}

/** Everything about a response. */
export function wholeResponseEntries(response: ResponseNode, paths: ReferencePaths): readonly Entry[] {
  const { status, headers, bodies, otherExamples, links } = response;
  const id = makeId('response', status);
  const view = topView(paths, 'response', id);
  return [
    ...textEntries(response.text('description')),
    ...(headers.size > 0 ? [() => html`<h3>${reference.headers}</h3>`] : []),
    ...[...headers.values()].flatMap((header) => headerEntries(header, view)),
    ...bodyEntries(bodies, paths, id),
    ...otherExamples.flatMap((example) => exampleEntries(example, /json/i.test(example.name ?? ''))),
    ...(links.length > 0 ? [() => html`<h3>${reference.links}</h3>`] : []),
    ...links.flatMap((link) => linkEntries(link, paths)),
  ];
}

/** A link to an operation that can be called next, with the values that it sets. */
function linkEntries(link: LinkNode, paths: ReferencePaths): readonly Entry[] {
  const { name, parameters, requestBody, document } = link;
  const target = link.operationId ?? link.operationRef ?? '';
  const operation = document.operations.find(({ operationId }) => operationId === link.operationId);
  const path = operation && link.operationId !== undefined ? paths.operation(operation) : undefined;
  return [
    () =>
      html`<p class="small">
        <strong>${cutText(name, 300)}</strong> <span class="quiet">${reference.linkTo}</span>
        ${path === undefined ? html`<code>${cutText(target, 1000)}</code>` : html`<a href="${path}">${cutText(target, 300)}</a>`}
      </p>`,
    ...textEntries(link.text('description')),
    ...Object.entries(parameters).flatMap(([parameter, value]) => [
      () => html`<p class="quiet small">${reference.linkParameter(cutText(parameter, 300))}</p>`,
      ...codeEntries(writeValue(value)),
    ]),
    ...(requestBody === undefined
      ? []
      : [
          () => html`<p class="quiet small">${reference.linkBody}</p>`,
          ...codeEntries(writeValue(requestBody, 'indent')),
        ]),
  ];
}
