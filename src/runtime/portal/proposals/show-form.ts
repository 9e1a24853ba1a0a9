import { html, type Html } from '#runtime/pages/html.ts';
import { texts } from '../texts/texts.ts';
import { pathOfForm, type ProposalFormName, type PortalAddresses } from '../visit/paths.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { cutText } from '../pages/render-within.ts';
import { fieldsProblem, renderLines, renderSummary, type FieldProblem, type FormProblem } from './form-problem.ts';
import { documentFields } from './stored-document.ts';
import type { FormField, FormOption } from './proposal-form.ts';
import { showChosenElsewhere, showNothingToChoose } from './nothing-to-choose.ts';
import { renderFindings } from './render-findings.ts';

const { forms, form: formTexts, draft, preview, notes: allNotes } = texts.proposals;

/** Shows a form, with what was wrong with the previous submission if anything, and a notice if there is one. */
export function showForm(
  visit: StoreVisit,
  name: ProposalFormName,
  fields: readonly FormField[],
  { problem = problemOfFields(fields), notice }: { problem?: FormProblem | undefined; notice?: string } = {},
): StoreAnswer {
  if (fields.some(({ mustChoose, options }) => mustChoose === true && options?.length === 0))
    return showNothingToChoose(visit, name, fields);
  for (const { chosenAt, problem: why } of fields)
    if (chosenAt !== undefined) return showChosenElsewhere(name, { problem: why, path: chosenAt });
  const hasDocument = fields.some(({ kind }) => kind === 'document');
  const main = html`<nav class="trail" aria-label="${texts.layout.breadcrumb}">
      <ol>
        <li><a href="${visit.portal.addresses.path}/proposals">${texts.proposals.list.title}</a></li>
      </ol>
    </nav>
    <div class="page-head">
      <h1>${forms[name]}</h1>
      <p class="lead">${formTexts.lead}</p>
      ${renderNotes(name)}
    </div>
    ${problem && renderSummary(problem, fields)}
    ${notice && html`<p class="notice" role="status">${notice}</p>`}
    ${renderForm(visit, name, withProblems(fields, problem?.fields ?? []))}
    ${problem?.findings && renderProblemFindings(problem.findings)}`;
  const title = problem ? formTexts.titleOfRefused(forms[name]) : forms[name];
  return {
    status: problem?.status ?? 200,
    page: { title, main, section: 'proposals', ...(hasDocument && { scripts: ['lint-draft.js'] }) },
  };
}

/** What the change brings about, where that is not obvious. */
function renderNotes(name: ProposalFormName): Html | undefined {
  const notes: readonly string[] | undefined = Object.hasOwn(allNotes, name)
    ? allNotes[name as keyof typeof allNotes]
    : undefined;
  return (
    notes &&
    html`<ul>
      ${notes.map((note) => html`<li>${note}</li>`)}
    </ul>`
  );
}

/** The problem of fields that are wrong; undefined if none is. */
export function problemOfFields(fields: readonly FormField[]): FormProblem | undefined {
  const wrong = fields.flatMap(({ name, problem }) =>
    problem === undefined ? [] : [{ field: name, text: problem }],
  );
  return wrong.length === 0 ? undefined : fieldsProblem(wrong);
}

/** The fields, each with what is wrong with it. */
export function withProblems(
  fields: readonly FormField[],
  problems: readonly FieldProblem[],
): readonly FormField[] {
  const found = new Map(problems.map(({ field, text }) => [field, text]));
  return fields.map((field) => {
    const problem = found.get(field.name);
    return problem === undefined ? field : { ...field, problem };
  });
}

function renderProblemFindings(findings: NonNullable<FormProblem['findings']>): Html {
  return html`<section class="stack tight">
    <h2>${preview.findings}</h2>
    ${renderFindings(findings)}
  </section>`;
}

/** A form whose other fields depend on a choice asks for the choice first, with GET, since nothing is typed yet. */
function renderForm(visit: StoreVisit, name: ProposalFormName, fields: readonly FormField[]): Html {
  const { addresses } = visit.portal;
  const isChoice = visit.form.size === 0 && fields.some(({ mustChoose }) => mustChoose === true);
  const hasDocument = fields.some(({ kind }) => kind === 'document');
  const findings = hasDocument ? html`data-findings="${pathOfFindings(addresses)}"` : undefined;
  const encoding = hasDocument ? html`enctype="multipart/form-data"` : undefined;
  return html`<form
    class="form"
    method="${isChoice ? 'get' : 'post'}"
    action="${pathOfForm(addresses, name)}"
    ${encoding}
    ${findings}
  >
    ${isChoice ? undefined : html`<input type="hidden" name="csrf" value="${visit.csrf}" />`}
    ${fields.some(({ showAgain }) => showAgain !== undefined) ? defaultButton : undefined}
    ${fields.map(renderField)}
    <div class="actions">
      ${
        isChoice
          ? html`<button type="submit">${formTexts.next}</button>`
          : html`<button type="submit" name="step" value="preview">${formTexts.preview}</button>`
      }
    </div>
  </form>`;
}

/** What the Enter key presses: without it, that would be the first button that shows the form again. */
const defaultButton = html`<button type="submit" name="step" value="preview" hidden="">
  ${formTexts.preview}
</button>`;

/** One field of a form, with its label, its hint, and what is wrong with it. */
export function renderField(field: FormField): Html {
  const { kind, name, label, value = '' } = field;
  if (kind === 'check') return renderCheck({ name, text: label, isChecked: value !== '' });
  if (kind === 'many') return renderMany(field);
  if (kind === 'fixed') return renderFixed(field);
  if (kind === 'hidden') return html`<input type="hidden" name="${name}" value="${value}" />`;
  if (kind === 'note') return renderNote(field);
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${renderHint(field)} ${renderDeclared(field)} ${renderError(field)} ${renderInput(field)}
    ${kind === 'document' ? renderDocumentParts(field) : undefined} ${renderShowAgain(field)}
  </div>`;
}

/** The button that shows the form again with what was typed, and with what depends on it. */
function renderShowAgain({ showAgain }: FormField): Html | undefined {
  return showAgain === undefined
    ? undefined
    : html`<p>
        <button class="quiet" type="submit" name="step" value="edit">${showAgain}</button>
      </p>`;
}

function renderFixed(field: FormField): Html {
  const { name, label, value } = field;
  return html`<dl class="field" id="${name}">
    <dt>${label}</dt>
    <dd>
      <bdi>${value}</bdi>
      <input type="hidden" name="${name}" value="${value}" />
      ${renderError(field)}
    </dd>
  </dl>`;
}

function renderNote({ label, value }: FormField): Html {
  return html`<dl class="field">
    <dt>${label}</dt>
    <dd>${value}</dd>
  </dl>`;
}

function renderHint({ name, kind, hint }: FormField): Html | undefined {
  const text = hint ?? (kind === 'lines' ? formTexts.linesHint : undefined);
  return text === undefined ? undefined : html`<p class="hint" id="${name}-hint">${text}</p>`;
}

/** In UTF-16 code units. */
const longestDeclared = 5000;

function renderDeclared({ name, declared }: FormField): Html | undefined {
  if (declared === undefined) return undefined;
  const text = declared === '' ? formTexts.declaredEmpty : formTexts.declared;
  return html`<div class="stack tight" id="${name}-declared">
    <p class="hint">${text}</p>
    ${declared === '' ? undefined : html`<pre tabindex="0"><bdi>${cutText(declared, longestDeclared)}</bdi></pre>`}
  </div>`;
}

function renderError({ name, problem }: Pick<FormField, 'name' | 'problem'>): Html | undefined {
  return problem === undefined
    ? undefined
    : html`<p class="error" id="${name}-error">${renderLines(problem)}</p>`;
}

/** The attributes that join an input to its hint and to what is wrong with it. */
function describeInput(field: FormField): Html {
  const { name, problem } = field;
  const ids = [
    ...(renderHint(field) ? [`${name}-hint`] : []),
    ...(field.declared === undefined ? [] : [`${name}-declared`]),
    ...(problem === undefined ? [] : [`${name}-error`]),
  ];
  const described = ids.length === 0 ? undefined : html` aria-describedby="${ids.join(' ')}"`;
  return html`${described}${problem === undefined ? undefined : html` aria-invalid="true"`}`;
}

function renderInput(field: FormField): Html {
  const { name, kind, value = '', isRequired } = field;
  const required = isRequired === true ? html` required=""` : undefined;
  const attributes = html`${describeInput(field)}${required}`;
  if (kind === 'one') return renderChoice(field, attributes);
  if (kind === 'lines' || kind === 'document')
    return html`<textarea
      id="${name}"
      name="${name}"
      class="code"
      rows="${kind === 'lines' ? '3' : '16'}"
      spellcheck="false"
      ${attributes}
    >
${value}</textarea>`;
  if (kind === 'prose')
    return html`<textarea id="${name}" name="${name}" rows="12" ${attributes}>${value}</textarea>`;
  const type = kind === 'date' || kind === 'search' ? kind : 'text';
  return html`<input id="${name}" name="${name}" type="${type}" value="${value}" ${attributes} />`;
}

/** The maximum number of options of a list, since a page has at most 100 kB. */
const mostOptionsOfPage = 400;

/** A list to choose from; a longer one suggests its beginning in a text field. */
function renderChoice(
  { name, value = '', options = [], mostOptions = mostOptionsOfPage }: FormField,
  attributes: Html,
): Html {
  if (options.length <= mostOptions)
    return html`<select id="${name}" name="${name}" ${attributes}>
      ${options.map(renderOption)}
    </select>`;
  const typed = options.find(({ isChosen }) => isChosen === true)?.value ?? value;
  const suggested = options.filter((option) => option.value !== '').slice(0, mostOptions);
  return html`<input
      id="${name}"
      name="${name}"
      type="text"
      value="${typed}"
      list="${name}-list"
      ${attributes}
    />
    <datalist id="${name}-list">${suggested.map(renderOption)}</datalist>`;
}

function renderOption({ value, text, isChosen }: FormOption): Html {
  return html`<option value="${value}" ${isChosen === true ? html`selected=""` : undefined}>${text}</option>`;
}

function renderMany(field: FormField): Html {
  const { name, label, hint, options = [] } = field;
  const wrong =
    field.problem === undefined ? undefined : html` aria-describedby="${name}-error" aria-invalid="true"`;
  return html`<fieldset>
    <legend>${label}</legend>
    ${hint === undefined ? undefined : html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${renderError(field)}
    ${options.map(({ value, text, isChosen }) =>
      renderCheck({ name: `${name}.${value}`, text, isChecked: isChosen === true, attributes: wrong }),
    )}
    ${renderShowAgain(field)}
  </fieldset>`;
}

interface CheckBox {
  readonly name: string;
  readonly text: string;
  readonly isChecked: boolean;
  readonly attributes?: Html | undefined;
}

function renderCheck({ name, text, isChecked, attributes }: CheckBox): Html {
  return html`<div class="choice">
    <input
      type="checkbox"
      id="${name}"
      name="${name}"
      value="on"
      ${isChecked ? html`checked=""` : undefined}
      ${attributes}
    />
    <label for="${name}">${text}</label>
  </div>`;
}

/** The file input of a document, the document that is stored already, and elements for the script of the form. */
function renderDocumentParts({ name, stored, present }: FormField): Html {
  return html`${present && html`<p><a href="${present}">${draft.present}</a></p>`}
    <div class="field">
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
