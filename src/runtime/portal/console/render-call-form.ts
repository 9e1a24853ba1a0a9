import type { ManifestApplication } from '#compiled/manifest.ts';
import type { OperationNode } from '#openapi/model.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import type { Form } from '#runtime/requests/forms.ts';
import type { ApiOperation } from '../api-page/api-operations.ts';
import { keySetsOf, type ChosenApplication } from '../api-page/choose-application.ts';
import type { FoundVersion } from '../api-page/find-version.ts';
import { renderWithin } from '../pages/render-within.ts';
import { texts } from '../texts/texts.ts';
import { pathOfForm, pathOfTryForm } from '../visit/paths.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import { fieldOf, listInputs } from './input-parameters.ts';
import type { FieldErrors } from './read-call.ts';
import { hasFileFields } from './render-file-fields.ts';
import { renderBodyFields } from './render-body-fields.ts';
import { renderOption } from './render-option.ts';
import { renderParameterField } from './render-parameter-field.ts';

const { tryIt, apiPage } = texts;

/** The id of the response, which the browser shows and focuses after the form was sent. */
export const answerId = 'answer';

/** Limited to bound the size of the page, in UTF-16 code units of markup. */
const longestFields = 50_000;

/** The form for a call: the application (unless the operation is public), a field for each parameter, and the body. */
export function renderCallForm(
  visit: StoreVisit,
  found: FoundVersion,
  { node: operation, compiled }: ApiOperation,
  chosen: ChosenApplication | undefined,
  errors: FieldErrors,
): Html {
  const { portal, csrf, form } = visit;
  const isPublic = compiled.access === 'public';
  if (!isPublic && !chosen) return renderNoApplication(visit);
  const { method, path } = operation;
  const action = pathOfTryForm(portal.addresses, found.entry, { method, path: path.template });
  return html`<form
    class="form"
    method="post"
    action="${action}#${answerId}"
    ${hasFileFields(operation.requestBodies) ? html`enctype="multipart/form-data"` : undefined}
  >
    <input type="hidden" name="csrf" value="${csrf}" />
    ${
      isPublic || !chosen
        ? html`<p class="notice">${tryIt.publicCaller}</p>`
        : renderApplicationFields(visit, found, chosen)
    }
    ${renderParameterFields(form, operation, errors)} ${renderBodyFields(form, operation, errors)}
    ${renderAcceptField(form, operation)}
    <div class="actions">
      <button type="submit">${tryIt.send}</button>
    </div>
  </form>`;
}

/** The fields for the parameters, as far as there is room on the page. */
function renderParameterFields(form: Form, operation: OperationNode, errors: FieldErrors): Html {
  const fields = listInputs(operation).map((parameter, index) => {
    return { parameter, index, error: errors.get(fieldOf(parameter)) };
  });
  const { shown, left } = renderWithin(fields, longestFields, (field) => renderParameterField(form, field));
  return html`<fieldset class="stack tight">
    <legend>${tryIt.parameters}</legend>
    ${fields.length === 0 ? html`<p class="quiet">${tryIt.noParameters}</p>` : shown}
    ${left > 0 ? html`<p class="notice">${tryIt.moreParameters(left)}</p>` : undefined}
  </fieldset>`;
}

/** What a reader without an application sees instead of the form. */
function renderNoApplication({ portal }: StoreVisit): Html {
  return html`<div class="empty">
    <p>${tryIt.noApplication}</p>
    <p>
      <a class="button" href="${pathOfForm(portal.addresses, 'application')}">${tryIt.newApplication}</a>
    </p>
  </div>`;
}

/** Limited to bound the size of the page. */
const mostApplications = 200;

/** The fields for choosing the application and the key set of a call. */
function renderApplicationFields(
  { portal }: StoreVisit,
  { key, api }: FoundVersion,
  { application: chosen, all, keySet }: ChosenApplication,
): Html {
  const { subscriptions } = portal.compiled.manifest;
  const ofApi = subscriptions.filter((subscription) => subscription.api === key);
  const subscribed = new Set(ofApi.map(({ application }) => application));
  const offered = keySetsOf(api);
  const textOf = ({ name, keySets }: ManifestApplication) => {
    const own = offered.filter((one) => keySets.some((set) => set.keySet === one));
    const notes = [
      ...(subscribed.has(name) ? [] : [tryIt.notSubscribed]),
      ...own
        .slice(0, 1)
        .flatMap((one) => (own.length < offered.length ? [tryIt.onlyKeys(apiPage.keySet[one])] : [])),
    ];
    return notes.length === 0 ? name : `${name} (${notes.join(', ')})`;
  };
  return html`<div class="field">
      <label for="application">${tryIt.application}</label>
      <p class="hint" id="application-hint">${tryIt.applicationHint}</p>
      <select id="application" name="application" aria-describedby="application-hint" autocomplete="off">
        ${all
          .slice(0, mostApplications)
          .map((one) => renderOption(one.name, textOf(one), one.name === chosen.name))}
      </select>
    </div>
    <div class="field">
      <label for="keys">${tryIt.keys}</label>
      <select id="keys" name="keys" autocomplete="off">
        ${offered.map((name) => renderOption(name, apiPage.keySet[name], name === keySet))}
      </select>
    </div>`;
}

/** Limited to bound the size of the page. */
const mostAnswerTypes = 50;

/** The choice of the media type of the response. Undefined if the operation has only one. */
function renderAcceptField(form: Form, { responses }: OperationNode): Html | undefined {
  const bodies = responses
    .toSorted((a, b) => Number(b.isSuccess) - Number(a.isSuccess))
    .flatMap((response) => response.bodies);
  const all = new Set(bodies.map(({ mediaType }) => mediaType));
  // Others cannot be sent in a header.
  const mediaTypes = [...all].filter((one) => /^[\x20-\x7E]+$/.test(one)).slice(0, mostAnswerTypes);
  if (mediaTypes.length < 2) return undefined;
  const chosen = form.get('accept') ?? '';
  return html`<div class="field">
    <label for="accept">${tryIt.accept}</label>
    <select id="accept" name="accept" autocomplete="off">
      ${renderOption('', tryIt.acceptAny, chosen === '')}
      ${mediaTypes.map((one) => renderOption(one, one, one === chosen))}
    </select>
  </div>`;
}
