import { renderError } from '../../pages/error-page.ts';
import type { PageProblem } from '../../pages/texts.ts';
import type { Page } from '../../pages/layout.ts';
import type { CookieChanges } from './cookies.ts';
import { statusesOfProblems } from './refusals.ts';

/** A page to show. */
interface PageAnswer {
  readonly status: number;
  readonly page: Page;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: CookieChanges;
}

/** Another address to go to. */
interface RedirectAnswer {
  readonly location: string;
  readonly cookies?: CookieChanges;
}

/** What a browser is answered. */
export type Answer = PageAnswer | RedirectAnswer;

/** Says what went wrong; `startAgain` is where the same can be tried once more. */
export function showProblem(problem: PageProblem, startAgain?: string): PageAnswer {
  return { status: statusesOfProblems[problem], page: renderError(problem, startAgain) };
}
