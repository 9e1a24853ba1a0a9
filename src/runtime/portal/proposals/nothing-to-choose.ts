import { html } from '#runtime/pages/html.ts';
import { texts } from '../texts/texts.ts';
import { pathOfForm, type ProposalFormName } from '../visit/paths.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import type { FormField } from './proposal-form.ts';

const { forms, nothingToChoose } = texts.proposals;

/** A page for people who have nothing that the form could change. */
export function showNothingToChoose(
  { portal: { addresses } }: StoreVisit,
  name: ProposalFormName,
  fields: readonly FormField[],
): StoreAnswer {
  const lacksApplication = fields.some(({ name: of, mustChoose }) => of === 'application' && mustChoose);
  const api = fields.find((field) => field.name === 'api' && field.kind === 'fixed')?.value;
  const path = pathOfForm(addresses, 'application', name === 'subscribe' && api !== undefined ? { api } : {});
  const main = html`<div class="page-head"><h1>${forms[name]}</h1></div>
    <div class="empty">
      <p>${lacksApplication ? nothingToChoose.application : nothingToChoose.api}</p>
      <p>
        ${
          lacksApplication
            ? html`<a class="button" href="${path}">${nothingToChoose.newApplication}</a>`
            : html`<a class="button quiet" href="${addresses.path}">${texts.catalogue.showAll}</a>`
        }
      </p>
    </div>`;
  return { status: 404, page: { title: forms[name], main, section: 'proposals' } };
}

/** A page for people who opened a form without what is chosen on another page. */
export function showChosenElsewhere(
  name: ProposalFormName,
  { problem, path }: { readonly problem: string | undefined; readonly path: string },
): StoreAnswer {
  const main = html`<div class="page-head"><h1>${forms[name]}</h1></div>
    <div class="empty">
      <p>${problem}</p>
      <p><a class="button" href="${path}">${nothingToChoose.version}</a></p>
    </div>`;
  const title = texts.proposals.form.titleOfRefused(forms[name]);
  return { status: 422, page: { title, main, section: 'proposals' } };
}
