import type { OperationNode } from '#openapi/model.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { texts } from '../../texts/texts.ts';
import { renderShortDescription } from '../render-description.ts';
import { cutText } from '../../pages/render-within.ts';
import { describeType } from './describe-type.ts';
import { listFields } from './list-fields.ts';
import { renderFields } from './render-fields.ts';

const { operations } = texts.apiPage;

/** The body of requests: its media types, and the members of the first one. */
export function renderBody({ requestBody }: OperationNode): Html {
  const section = (content: Html) =>
    html`<section class="stack tight" aria-labelledby="body">
      <h2 id="body">${operations.body}</h2>
      ${content}
    </section>`;
  if (!requestBody) return section(html`<p class="quiet">${operations.noBody}</p>`);
  const { bodies, isRequired } = requestBody;
  const [first] = bodies;
  const fields = first ? listFields(first) : [];
  return section(
    html`<p>${isRequired ? operations.bodyRequired : operations.bodyOptional}</p>
      ${renderShortDescription(requestBody.text('description'))}
      <p>
        ${bodies.slice(0, 20).map(({ mediaType }) => html`<code>${cutText(mediaType, 100)}</code> `)}
        ${first && fields.length === 0 ? describeType(first.schema) : undefined}
      </p>
      ${fields.length > 0 ? renderFields(operations.bodyRegion, fields, 20_000) : undefined}`,
  );
}
