import { isJsonObject, type Json } from '#compiled/json.ts';
import { memberOfContract } from '#compiled/deferred-contract.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { cutText } from '../pages/render-within.ts';
import { texts } from '../texts/texts.ts';
import { pathOfTryForm } from '../visit/paths.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import type { ApiOperations } from './api-operations.ts';
import { pathOfSchemas } from './api-paths.ts';
import type { FoundVersion } from './find-version.ts';
import { renderOutsideLink } from './reference/render-text.ts';
import { chooseOperation } from './render-how-to-call.ts';

const { about, start, startSteps, schemas } = texts.reference;

/** The steps to a first call, as links to the sections and pages that explain them. */
export function renderStart(
  { portal }: StoreVisit,
  { entry }: FoundVersion,
  operations: ApiOperations,
): Html {
  const easiest = chooseOperation(operations);
  return html`<nav class="start" aria-label="${start}">
    <ol>
      <li><a href="#call">${startSteps.token}</a></li>
      ${
        easiest &&
        html`<li>
          <a href="${pathOfTryForm(portal.addresses, entry, easiest.compiled)}">${startSteps.tryIt}</a>
        </li>`
      }
      <li><a href="#call">${startSteps.call}</a></li>
      <li><a href="#operations">${startSteps.reference}</a></li>
    </ol>
    <p class="small"><a href="${pathOfSchemas(portal.addresses, entry)}">${schemas}</a></p>
  </nav>`;
}

/** Whom to ask, and under which terms: what the document says about itself. */
export function renderAbout({ api }: FoundVersion): Html | undefined {
  const info = memberOfContract(api, 'info');
  if (!isJsonObject(info)) return undefined;
  const { contact, license, termsOfService, version } = info;
  return html`${isJsonObject(contact) ? renderPerson(contact) : undefined}
  ${isJsonObject(license) ? renderLicense(license) : undefined}
  ${
    typeof termsOfService === 'string'
      ? html`<dt>${about.terms}</dt>
          <dd>${renderOutsideLink(termsOfService)}</dd>`
      : undefined
  }
  ${
    typeof version === 'string'
      ? html`<dt>${about.documentVersion}</dt>
          <dd><bdi>${cutText(version, 100)}</bdi></dd>`
      : undefined
  }`;
}

function renderPerson({ name, email, url }: Readonly<Record<string, Json>>): Html {
  return html`<dt>${about.contact}</dt>
    ${[name, email].map((text) => (typeof text === 'string' ? html`<dd><bdi>${cutText(text, 300)}</bdi></dd>` : html``))}
    ${typeof url === 'string' ? html`<dd>${renderOutsideLink(url)}</dd>` : undefined}`;
}

function renderLicense({ name, identifier, url }: Readonly<Record<string, Json>>): Html {
  const text = [name, identifier].filter((one) => typeof one === 'string').join(', ');
  return html`<dt>${about.license}</dt>
    <dd><bdi>${cutText(text, 300)}</bdi></dd>
    ${typeof url === 'string' ? html`<dd>${renderOutsideLink(url)}</dd>` : undefined}`;
}
