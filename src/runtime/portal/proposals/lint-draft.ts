import type { NewApi } from '#compiled/proposals/proposed-change.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { isProposalProblem, type LintedApi, type ProposalProblem } from '#runtime/ports/proposals.ts';
import { texts } from '../texts/texts.ts';
import { showStoreProblem } from '../visit/problem-page.ts';
import { requireUser } from '../visit/store-user.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { apiForm, versionForm } from './forms/api-forms.ts';
import { chosenOwnVersion, proposerOf, type FilledForm } from './proposal-form.ts';
import { renderFindings } from './render-findings.ts';
import { statusOf } from './show-form.ts';

const { draft, preview } = texts.proposals;

/**
 * What lint finds in the API of a form that is still being filled in, as a part of its page. A document that cannot be
 * read yet is not an error of the script, since browsers log those.
 */
export async function answerFindings(visit: StoreVisit): Promise<StoreAnswer> {
  const user = requireUser(visit);
  const api = readDraft({ visit, user, value: (field) => visit.form.get(field) ?? '', previewed: [] });
  if (!api) return showStoreProblem(visit.portal, 'page_unknown');
  const linted = await visit.portal.services.proposals.lintApi(api, proposerOf(user));
  const [status, body] = isProposalProblem(linted)
    ? [linted.problem === 'change_invalid' ? 200 : statusOf(linted), renderUnlinted(linted)]
    : [200, renderLinted(linted)];
  return { status, type: 'text/html; charset=utf-8', body: String(body) };
}

/** Undefined if the user may not propose it. The form of a version names the one that it follows. */
function readDraft(filled: FilledForm): NewApi | undefined {
  const form = filled.visit.form.has('api') ? versionForm : apiForm;
  if (!form.fields(filled)) return undefined;
  const { change } = form.change(filled);
  if (change.change === 'api_added') return change;
  const followed = chosenOwnVersion(filled);
  if (change.change !== 'api_version_added' || !followed) return undefined;
  const { name, context } = followed.entry;
  const { version, definition, endpoints } = change;
  const { owner } = followed.api;
  return { change: 'api_added', name, context, version, owner, definition, endpoints };
}

/** The findings of a draft; its attributes are what the script announces, and fills empty fields with. */
function renderLinted({ proposed, findings }: LintedApi): Html {
  const { name = '', context = '', version = '', production = '' } = proposed;
  return html`<section
    id="findings"
    data-status="${draft.status(findings)}"
    data-name="${name}"
    data-context="${context}"
    data-version="${version}"
    data-production="${production}"
  >
    <h2>${preview.findings}</h2>
    ${renderFindings(findings)}
  </section>`;
}

/** The reason why a document could not be checked, such as the place at which it cannot be read. */
function renderUnlinted({ reason }: ProposalProblem): Html {
  return html`<section id="findings" data-status="${reason}">
    <h2>${draft.unlinted}</h2>
    <p class="problem"><bdi>${reason}</bdi></p>
  </section>`;
}
