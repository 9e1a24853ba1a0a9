import { forwardsCalls } from '#compiled/manifest.ts';
import { listSchemaNames } from '#openapi/named-schemas.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { texts } from '../texts/texts.ts';
import { pathOfTryForm } from '../visit/paths.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import type { ApiOperations } from './api-operations.ts';
import { pathOfSchemas } from './api-paths.ts';
import type { FoundVersion } from './find-version.ts';
import { chooseOperation } from './render-how-to-call.ts';

const { start, startSteps } = texts.reference;

/** The steps to a first call, as links to the sections and pages that explain them; undefined if no call is answered. */
export function renderStart(
  { portal }: StoreVisit,
  { entry }: FoundVersion,
  operations: ApiOperations,
): Html | undefined {
  if (!forwardsCalls(entry)) return undefined;
  const easiest = chooseOperation(operations);
  const hasSchemas = listSchemaNames(operations.document).length > 0;
  return html`<nav class="start" aria-label="${start}">
    <ol>
      ${easiest?.compiled.access === 'public' ? undefined : html`<li><a href="#call">${startSteps.token}</a></li>`}
      ${
        easiest &&
        html`<li>
          <a href="${pathOfTryForm(portal.addresses, entry, easiest.compiled)}">${startSteps.tryIt}</a>
        </li>`
      }
      <li><a href="#call">${startSteps.call}</a></li>
      <li>
        <a href="#operations">${startSteps.reference}</a>
        ${
          hasSchemas
            ? html`${startSteps.and}
                <a href="${pathOfSchemas(portal.addresses, entry)}">${startSteps.schemas}</a>`
            : undefined
        }
      </li>
    </ol>
  </nav>`;
}
