import { html, type Html } from '#runtime/pages/html.ts';
import { renderSentence } from '#runtime/pages/render-sentence.ts';
import type { ProposalProblem } from '#runtime/ports/proposals.ts';
import { texts } from '../texts/texts.ts';
import { pathOfForm, type ProposalFormName, type PortalAddresses } from '../visit/paths.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { documentFields } from './stored-document.ts';
import type { FormField, FormOption } from './proposal-form.ts';

const { forms, form: formTexts, problems, draft } = texts.proposals;

const advice: Partial<Record<ProposalProblem['problem'], string>> = texts.proposals.advice;

/** Shows a form, with the problem of the previous submission if any. */
export function showForm(
  visit: StoreVisit,
  name: ProposalFormName,
  fields: readonly FormField[],
  problem?: ProposalProblem,
): StoreAnswer {
  const { addresses } = visit.portal;
  const hasDocument = fields.some(({ kind }) => kind === 'document');
  const findings = hasDocument ? html`data-findings="${pathOfFindings(addresses)}"` : undefined;
  const encoding = hasDocument ? html`enctype="multipart/form-data"` : undefined;
  const main = html`<nav class="trail" aria-label="${texts.layout.breadcrumb}">
      <ol>
        <li><a href="${addresses.path}/proposals">${texts.proposals.list.title}</a></li>
      </ol>
    </nav>
    <div class="page-head">
      <h1>${forms[name]}</h1>
      <p class="lead">${formTexts.lead}</p>
    </div>
    ${problem && renderProblem(problem)}
    <form class="form" method="post" action="${pathOfForm(addresses, name)}" ${encoding} ${findings}>
      <input type="hidden" name="csrf" value="${visit.csrf}" />
      ${fields.map(renderField)}
      <div class="actions">
        <button type="submit" name="step" value="preview">${formTexts.preview}</button>
      </div>
    </form>`;
  return {
    status: problem ? statusOf(problem) : 200,
    page: {
      title: forms[name],
      main,
      section: 'proposals',
      ...(hasDocument && { scripts: ['lint-draft.js'] }),
    },
  };
}

/** Why a change was not proposed. `reason` may have several lines, and may quote the repository. */
export function renderProblem({ problem, reason }: ProposalProblem): Html {
  return html`<div class="problem" role="alert">
    <h2>${problems[problem]}</h2>
    ${reason.split('\n').map((line) => html`<p><bdi>${renderSentence(line)}</bdi></p>`)}
    ${advice[problem] === undefined ? undefined : html`<p>${advice[problem]}</p>`}
  </div>`;
}

/** The status of a page about a problem. */
export function statusOf({ problem }: ProposalProblem): number {
  if (problem === 'remote_unreachable' || problem === 'unavailable') return 503;
  if (problem === 'patch_expired') return 404;
  if (problem === 'definition_expired') return 410;
  if (problem === 'busy') return 429;
  if (problem === 'base_moved' || problem === 'conflict' || problem === 'too_many_open') return 409;
  return problem === 'base_broken' || problem === 'push_refused' ? 502 : 422;
}

/** One field of a form, with its label and its hint. */
function renderField(field: FormField): Html {
  const { kind, name, label, value = '' } = field;
  if (kind === 'check') return renderCheck(name, 'on', label, value !== '');
  if (kind === 'many') return renderMany(field);
  if (kind === 'fixed') return renderFixed(field);
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${renderHint(field)} ${renderInput(field)} ${kind === 'document' ? renderDocumentParts(field) : undefined}
  </div>`;
}

function renderFixed({ name, label, value }: FormField): Html {
  return html`<dl class="field">
    <dt>${label}</dt>
    <dd>
      <bdi>${value}</bdi>
      <input type="hidden" name="${name}" value="${value}" />
    </dd>
  </dl>`;
}

function renderHint({ name, kind, hint }: FormField): Html | undefined {
  const text = hint ?? (kind === 'lines' ? formTexts.linesHint : undefined);
  return text === undefined ? undefined : html`<p class="hint" id="${name}-hint">${text}</p>`;
}

function renderInput(field: FormField): Html {
  const { name, kind, value = '', isRequired, options = [] } = field;
  const described = renderHint(field) && html` aria-describedby="${name}-hint"`;
  const required = isRequired === true ? html` required=""` : undefined;
  if (kind === 'one')
    return html`<select id="${name}" name="${name}" ${described}>
      ${options.map(renderOption)}
    </select>`;
  if (kind === 'lines' || kind === 'document')
    return html`<textarea
      id="${name}"
      name="${name}"
      class="code"
      rows="${kind === 'lines' ? '3' : '16'}"
      spellcheck="false"
      ${described}${required}
    >
${value}</textarea>`;
  const type = kind === 'date' ? 'date' : 'text';
  return html`<input id="${name}" name="${name}" type="${type}" value="${value}" ${described}${required} />`;
}

function renderOption({ value, text, isChosen }: FormOption): Html {
  return html`<option value="${value}" ${isChosen === true ? html`selected=""` : undefined}>${text}</option>`;
}

function renderMany({ name, label, hint, options = [] }: FormField): Html {
  return html`<fieldset>
    <legend>${label}</legend>
    ${hint === undefined ? undefined : html`<p class="hint">${hint}</p>`}
    ${options.map(({ value, text, isChosen }) => renderCheck(`${name}.${value}`, 'on', text, isChosen === true))}
  </fieldset>`;
}

function renderCheck(name: string, value: string, text: string, isChecked: boolean): Html {
  return html`<div class="choice">
    <input
      type="checkbox"
      id="${name}"
      name="${name}"
      value="${value}"
      ${isChecked ? html`checked=""` : undefined}
    />
    <label for="${name}">${text}</label>
  </div>`;
}

/** The file input of a document, the document that is stored already, and elements for the script of the form. */
function renderDocumentParts({ name, stored }: FormField): Html {
  return html`<div class="field">
      <label for="${name}-file">${draft.file}</label>
      ${stored && renderStored(stored)}
      <input
        id="${name}-file"
        name="${documentFields.file}"
        type="file"
        accept=".yaml,.yml,.json"
        ${stored && html`aria-describedby="${name}-stored"`}
      />
    </div>
    <p class="hint" role="status" data-failed="${draft.failed}"></p>
    <div id="findings"></div>`;
}

function renderStored({ digest, fileName }: NonNullable<FormField['stored']>): Html {
  return html`<p class="hint" id="${documentFields.text}-stored">
      ${fileName === '' ? draft.storedText : html`${draft.storedFile} <bdi>${fileName}</bdi>.`}
      ${draft.replace}
    </p>
    <input type="hidden" name="${documentFields.stored}" value="${digest}" />
    <input type="hidden" name="${documentFields.fileName}" value="${fileName}" />`;
}

/** The path from which the script requests the lint findings for a document. */
function pathOfFindings({ path }: PortalAddresses): string {
  return `${path}/proposals/findings`;
}
