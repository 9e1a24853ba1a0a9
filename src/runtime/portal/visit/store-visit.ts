import type { Html } from '#runtime/pages/html.ts';
import type { Form } from '#runtime/requests/forms.ts';
import type { Portal } from './portal.ts';
import type { StoreCookies } from './store-cookies.ts';
import type { StoreUser } from './store-user.ts';

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

/** One request of a browser for a page of the store. */
export interface StoreVisit {
  readonly portal: Portal;
  /** The values in the path, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The sent form; empty for a GET. */
  readonly form: Form;
  /** Undefined if nobody is signed in; `requireUser` is for endpoints that need one. */
  readonly user: StoreUser | undefined;
  /** The value of the field `csrf` that every form has; empty if nobody is signed in. */
  readonly csrf: string;
  /** Sealed; for the sign-in. */
  readonly cookies: StoreCookies;
  /** The IP address that it comes from. */
  readonly address: string;
  /** The header Accept-Encoding; empty without one. */
  readonly acceptEncoding: string;
}

/** The sign-in and the sign-out alone set cookies; those of a session are renewed without them. */
interface SettingCookies {
  readonly cookies?: StoreCookies;
}

/** A page to show. */
export interface StorePageAnswer extends SettingCookies {
  readonly status: number;
  readonly page: StorePage;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Another page to go to, by its path or URL. */
interface StoreRedirect extends SettingCookies {
  readonly location: string;
}

/** Anything else: a file to download, an asset of pages, data for a script. */
export interface StoreContent extends SettingCookies {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer | ReadableStream<Uint8Array>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The answer of the store to a browser. */
export type StoreAnswer = StorePageAnswer | StoreRedirect | StoreContent;

/** One page of the store. */
export interface StorePage {
  /** Names the topic of the page first, since that is read first. */
  readonly title: string;
  readonly main: Html;
  /** The section of the navigation that it belongs to, if it belongs to one. */
  readonly section?: StoreSection;
  /** The sources' names of the scripts that it loads, as modules. */
  readonly scripts?: readonly string[];
  /** Whether it contains the reference viewer, which cannot do without inline styles. */
  readonly hasViewer?: boolean;
}

export type StoreSection = 'catalogue' | 'applications' | 'publisher' | 'proposals';

/** Who looks at a page; its header shows that. */
export type PageReader = Pick<StoreVisit, 'portal' | 'user' | 'csrf'>;
