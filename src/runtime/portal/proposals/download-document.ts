import { html } from '#runtime/pages/html.ts';
import { isProposalProblem } from '#runtime/ports/proposals.ts';
import { texts } from '../texts/texts.ts';
import { pathOfForm, type PortalAddresses } from '../visit/paths.ts';
import { showStoreProblem } from '../visit/problem-page.ts';
import { requireUser } from '../visit/store-user.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { renderProblem, statusOf } from './form-problem.ts';
import { chosenOwnVersion, proposerOf } from './proposal-form.ts';

const { present } = texts.proposals;

/** Sends the OpenAPI document of a version as it is in the repository, to its owner. */
export async function downloadDocument(visit: StoreVisit): Promise<StoreAnswer> {
  const { portal, query } = visit;
  const user = requireUser(visit);
  const api = query.get('api') ?? '';
  if (!chosenOwnVersion({ visit, user, previewed: [], value: () => api }))
    return showStoreProblem(portal, 'page_unknown');
  const found = await portal.services.proposals.readDocument(api, proposerOf(user));
  if (isProposalProblem(found)) {
    const main = html`<div class="page-head"><h1>${present.title}</h1></div>
      ${renderProblem(found)}
      <p><a href="${pathOfForm(portal.addresses, 'document', { api })}">${present.toForm}</a></p>`;
    return { status: statusOf(found), page: { title: present.title, main, section: 'proposals' } };
  }
  const { fileName, text } = found;
  return {
    status: 200,
    type: `${fileName.endsWith('.json') ? 'application/json' : 'application/yaml'}; charset=utf-8`,
    body: text,
    headers: { 'content-disposition': `attachment; filename="${toHeader(fileName)}"` },
  };
}

/** A file name without characters that have a meaning in headers or that headers cannot contain. */
function toHeader(fileName: string): string {
  return fileName.replaceAll(/[^\w.-]/g, '_');
}

/** The path for downloading the OpenAPI document of a version from the repository. */
export function pathOfDeclaredDocument({ path }: PortalAddresses, api: string): string {
  return `${path}/proposals/document?${new URLSearchParams({ api }).toString()}`;
}
