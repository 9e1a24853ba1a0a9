import { html } from '#runtime/pages/html.ts';
import { texts } from '../texts/texts.ts';
import { maxUploadBytes, type Portal } from './portal.ts';
import type { StorePageAnswer } from './store-visit.ts';

/** Why a page of the store cannot be shown. */
export type StoreProblem = keyof typeof texts.problems;

const statuses: Readonly<Record<StoreProblem, number>> = {
  page_unknown: 404,
  not_a_visit: 403,
  sent_from_elsewhere: 403,
  signed_out: 403,
  form_not_of_session: 403,
  sign_in_not_of_browser: 400,
  sign_in_used: 400,
  form_unreadable: 400,
  form_too_large: 413,
  upload_too_large: 413,
  file_too_large: 413,
  uploads_busy: 503,
  server_error: 500,
  unavailable: 503,
};

/** The problems that signing in can solve. */
const signedOut: readonly StoreProblem[] = ['signed_out', 'sign_in_not_of_browser', 'sign_in_used'];

/** A page that explains what went wrong and how to continue. */
export function showStoreProblem(portal: Portal, problem: StoreProblem): StorePageAnswer {
  const { addresses } = portal;
  const { title, explanation, advice } = texts.problems[problem];
  const limit = problem === 'upload_too_large' && texts.layout.uploadLimit(showBytes(maxUploadBytes(portal)));
  const main = html`<div class="page-head">
      <h1>${title}</h1>
      <p class="lead">${explanation} ${limit || undefined} ${advice}</p>
    </div>
    <p class="actions">
      ${
        signedOut.includes(problem)
          ? html`<a class="button" href="${addresses.path}/sign-in">${texts.layout.navigation.signIn}</a>`
          : undefined
      }
      <a class="button quiet" href="${addresses.path}">${texts.catalogue.showAll}</a>
    </p>
    <p class="quiet small">${texts.layout.code}: <code>${problem}</code></p>`;
  return { status: statuses[problem], page: { title, main } };
}

const units = ['bytes', 'KiB', 'MiB', 'GiB'] as const;

/** A size in the largest unit in which it is at least 1, with at most one decimal: `5.5 MiB`. */
function showBytes(bytes: number): string {
  const exponent = Math.min(Math.trunc(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  return `${Math.round((bytes / 1024 ** exponent) * 10) / 10} ${units[exponent]}`;
}
