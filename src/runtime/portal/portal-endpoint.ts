import type { StoreAnswer } from './store-answer.ts';
import type { StoreVisit } from './store-visit.ts';

/** A page of the store, or something that its pages load. */
export interface PortalEndpoint {
  readonly method: 'GET' | 'POST';
  /** Below the path of the store, as a pattern of the framework: `/apis/:context/:version`. */
  readonly path: string;
  /**
   * `page`: a browser shows it. `form`: a form of our own pages, whose answer a browser shows. `asset`: a file that
   * pages load. `script`: a request of a script of our own pages.
   */
  readonly use: 'page' | 'form' | 'asset' | 'script';
  /**
   * Who may use it. `catalogue`: everyone, or only signed-in users where the store declares that. `signed-in`: a page
   * sends others to the sign-in, and everything that is sent with POST needs the `csrf` of the user's own session. What
   * a user owns is for `answer` to check.
   */
  readonly audience: 'all' | 'catalogue' | 'signed-in';
  /** The largest form with POST, in bytes as it is sent; 64 KiB if it is absent. */
  readonly maxFormBytes?: number;
  answer(visit: StoreVisit): StoreAnswer | Promise<StoreAnswer>;
}
