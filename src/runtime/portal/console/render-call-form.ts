import { exampleOf } from '#openapi/example/example-of.ts';
import type { BodyNode } from '#openapi/model.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import type { ApiOperation } from '../api-page/api-operations.ts';
import type { ChosenApplication } from '../api-page/choose-application.ts';
import type { FoundVersion } from '../api-page/find-version.ts';
import { cutText } from '../pages/render-within.ts';
import { texts } from '../texts/texts.ts';
import { pathOfForm, pathOfTryForm } from '../visit/paths.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import { listInputs, renderParameterField } from './render-parameter-field.ts';

const { tryIt, apiPage } = texts;

/** Limited to bound the size of the page. */
const mostFields = 50;

/** The form for a call: the application (unless the operation is public), a field for each parameter, and the body. */
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

/** What a reader without an application sees instead of the form. */
export function renderNoApplication({ portal }: StoreVisit): Html {
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
export function renderApplicationFields(
  { portal }: StoreVisit,
  { key }: FoundVersion,
  { application: chosen, all, keySet }: ChosenApplication,
): Html {
  const { subscriptions } = portal.compiled.manifest;
  const ofApi = subscriptions.filter(({ api }) => api === key);
  const subscribed = new Set(ofApi.map(({ application }) => application));
  const textOf = (name: string) => (subscribed.has(name) ? name : `${name} (${tryIt.notSubscribed})`);
  return html`<div class="field">
      <label for="application">${tryIt.application}</label>
      <p class="hint" id="application-hint">${tryIt.applicationHint}</p>
      <select id="application" name="application" aria-describedby="application-hint" autocomplete="off">
        ${all
          .slice(0, mostApplications)
          .map(({ name }) => renderOption(name, textOf(name), name === chosen.name))}
      </select>
    </div>
    <div class="field">
      <label for="keys">${tryIt.keys}</label>
      <select id="keys" name="keys" autocomplete="off">
        ${(['production', 'sandbox'] as const).map((name) =>
          renderOption(name, apiPage.keySet[name], name === keySet),
        )}
      </select>
    </div>`;
}

function renderOption(value: string, text: string, isChosen: boolean): Html {
  return html`<option value="${value}" ${isChosen ? html`selected=""` : undefined}>${text}</option>`;
}

/** Limited to bound the size of the page; the length is in UTF-16 code units. */
const mostMediaTypes = 30;
const longestExample = 15_000;

/** The fields for the body: its media type and its text. Undefined if the operation has no body. */
function renderBodyFields({ form }: StoreVisit, bodies: readonly BodyNode[]): Html | undefined {
  const written = bodies.filter(({ mediaType }) => !/^\s*multipart\//i.test(mediaType));
  const [first] = written;
  if (!first) return bodies.length > 0 ? html`<p class="notice">${tryIt.noForm}</p>` : undefined;
  const chosen = form.get('mediaType') ?? first.mediaType;
  const text = form.size > 0 ? (form.get('body') ?? '') : exampleText(first);
  return html`<fieldset class="stack tight">
    <legend>${tryIt.body}</legend>
    <div class="field">
      <label for="mediaType">${tryIt.mediaType}</label>
      <select id="mediaType" name="mediaType" autocomplete="off">
        ${written.slice(0, mostMediaTypes).map(({ mediaType }) => renderOption(mediaType, mediaType, mediaType === chosen))}
      </select>
    </div>
    <div class="field">
      <label for="body">${tryIt.body}</label>
      ${renderText(cutText(text, 4 * longestExample))}
    </div>
  </fieldset>`;
}

/** A text area. HTML ignores a line break at its beginning, so one is added to preserve any line break in the text. */
function renderText(text: string): Html {
  const start = html`<textarea
    class="code"
    id="body"
    name="body"
    rows="12"
    spellcheck="false"
    autocomplete="off"
  >`;
  return html`${start}${`\n${text}`}${html`</textarea>`}`;
}

/** The example of a body; empty if it is too long, since a truncated example would be invalid. */
function exampleText({ examples: [example], schema, fields, isJson }: BodyNode): string {
  const value = example ? example.value : exampleOf(schema, 'request');
  const text = isJson
    ? JSON.stringify(value, null, 2)
    : typeof value === 'string'
      ? value
      : (fields ?? []).map(({ name }) => `${encodeURIComponent(name)}=`).join('&');
  return text.length <= longestExample ? text : '';
}
