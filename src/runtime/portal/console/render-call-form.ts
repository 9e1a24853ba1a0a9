import { html, type Html } from '#runtime/pages/html.ts';
import type { ChosenApplication } from '../api-page/access/choose-application.ts';
import type { ApiOperation } from '../api-page/api-operations.ts';
import type { FoundVersion } from '../api-page/find-version.ts';
import { pathOfForm, pathOfTryForm } from '../visit/paths.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import { texts } from '../texts/texts.ts';
import { listInputs } from './parameter-input.ts';
import { renderApplicationFields } from './render-application-fields.ts';
import { renderBodyFields } from './render-body-fields.ts';
import { renderParameterField } from './render-parameter-field.ts';

const { tryIt } = texts;

/** More would make the page too large. */
const mostFields = 50;

/** The form of a call: the application unless the operation is public, a field for each parameter, and the body. */
export function renderCallForm(
  visit: StoreVisit,
  found: FoundVersion,
  { node: operation, compiled }: ApiOperation,
  chosen: ChosenApplication | undefined,
): Html {
  const { portal, csrf } = visit;
  const isPublic = compiled.access === 'public';
  if (!isPublic && !chosen) return renderNoApplication(visit);
  const { method, path } = operation;
  const action = pathOfTryForm(portal.addresses, found.entry, { method, path: path.template });
  const parameters = listInputs(operation).slice(0, mostFields);
  return html`<form class="form" method="post" action="${action}">
    <input type="hidden" name="csrf" value="${csrf}" />
    ${
      isPublic || !chosen
        ? html`<p class="notice">${tryIt.publicCaller}</p>`
        : renderApplicationFields(visit, found, chosen)
    }
    <fieldset class="stack tight">
      <legend>${tryIt.parameters}</legend>
      ${
        parameters.length === 0
          ? html`<p class="quiet">${tryIt.noParameters}</p>`
          : parameters.map((parameter, index) => renderParameterField(visit, parameter, index))
      }
    </fieldset>
    ${renderBodyFields(visit, operation.requestBodies)}
    <div class="actions">
      <button type="submit" name="as" value="page">${tryIt.send}</button>
      <button class="quiet" type="submit" name="as" value="download">${tryIt.download}</button>
    </div>
  </form>`;
}

/** What a reader without an application can do. */
export function renderNoApplication({ portal }: StoreVisit): Html {
  return html`<div class="empty">
    <p>${tryIt.noApplication}</p>
    <p>
      <a class="button" href="${pathOfForm(portal.addresses, 'application')}">${tryIt.newApplication}</a>
    </p>
  </div>`;
}
