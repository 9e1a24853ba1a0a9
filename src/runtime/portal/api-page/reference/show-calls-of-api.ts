import type { OpenapiDocument, OperationNode, PathNode } from '#openapi/model.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { cutText } from '../../pages/render-within.ts';
import { takeEntries, type Entry } from '../../pages/take-entries.ts';
import { texts } from '../../texts/texts.ts';
import type { ReferencePaths } from './reference-paths.ts';
import { renderMore } from './render-text.ts';

const { reference } = texts;

/** The callbacks of an operation, each with a link to its page; undefined if there are none. */
export function renderCallbacks(operation: OperationNode, paths: ReferencePaths): Html | undefined {
  const entries = operation.callbacks.flatMap(([name, items]) =>
    items.flatMap((item) => listCalls(`${name} `, item, paths)),
  );
  return renderCalls('callbacks', reference.callbacks, reference.callbacksExplanation, entries);
}

/** The webhooks of a document; undefined if there are none. */
export function renderWebhooks({ webhooks }: OpenapiDocument, paths: ReferencePaths): Html | undefined {
  const entries = webhooks.flatMap((item) => listCalls('', item, paths));
  return renderCalls('webhooks', reference.webhooks, reference.webhooksExplanation, entries);
}

function renderCalls(
  id: string,
  title: string,
  explanation: string,
  entries: readonly Entry[],
): Html | undefined {
  if (entries.length === 0) return undefined;
  const { shown, next } = takeEntries(entries, 20_000);
  return html`<section class="stack tight" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    <p class="quiet small">${explanation}</p>
    <ul class="entries operations">
      ${shown}
    </ul>
    ${next === undefined ? undefined : renderMore(entries.length - next)}
  </section>`;
}

function listCalls(
  prefix: string,
  { operations, template }: PathNode,
  paths: ReferencePaths,
): readonly Entry[] {
  return operations.map((operation) => () => {
    const path = paths.operation(operation);
    const name = html`<span class="method">${operation.method}</span> ${cutText(prefix, 200)}<code
        >${cutText(template, 300)}</code
      >`;
    return html`<li>
      ${path === undefined ? name : html`<a href="${path}">${name}</a>`}
      <span class="quiet">${cutText(operation.text('summary') ?? '', 160)}</span>
    </li>`;
  });
}
