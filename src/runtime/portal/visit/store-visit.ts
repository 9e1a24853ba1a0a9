import type { Html } from '#runtime/pages/html.ts';
import type { Form } from '#runtime/requests/forms.ts';
import type { UploadedText } from '#runtime/requests/multipart-form.ts';
import type { Portal } from './portal.ts';
import type { StoreCookies } from './store-cookies.ts';
import type { StoreUser } from './store-user.ts';

/** An endpoint of the store: a page, a form, or something that its pages load. */
export interface PortalEndpoint {
  readonly method: 'GET' | 'POST';
  /** The path below the store's path, as a pattern of the framework: `/apis/:context/:version`. */
  readonly path: string;
  /**
   * `page`: a page that a browser shows. `text`: a text that programs load, and a browser shows without a frame. `form`: a form from our own pages, whose response a browser shows. `asset`: a
   * file that pages load. `script`: a request by a script of our own pages.
   */
  readonly use: 'page' | 'text' | 'form' | 'asset' | 'script';
  /**
   * Who may use the endpoint. `catalogue`: everyone, or only signed-in users if the store declares so. `signed-in`: a
   * page redirects all others to the sign-in, and every POST requires the `csrf` of the user's session. `answer` must
   * check what the user owns.
   */
  readonly audience: 'all' | 'catalogue' | 'signed-in';
  /**
   * How a page is sent as Markdown, at its path with `.md` and by content negotiation: `rendered` is written from its
   * markup (`as-markdown/`), and a `source` is what the endpoint itself answers for a name that ends with `.md`.
   */
  readonly markdown?: 'rendered' | 'source';
  /** The maximum size of a POST body in bytes, as sent; 64 KiB if absent. */
  readonly maxFormBytes?: number;
  /**
   * Whether the form may be sent as multipart/form-data: with `documents`, which are texts as large as an OpenAPI document
   * may be, or with `files` of any bytes, which are as large as a call from the console may be.
   */
  readonly acceptsUploads?: 'documents' | 'files';
  answer(visit: StoreVisit): StoreAnswer | Promise<StoreAnswer>;
  /**
   * Shows a form that was sent with the `csrf` of an earlier session, or without one, filled as it was. It must change
   * nothing. If absent, such a form is refused, and what was typed is lost.
   */
  showAgain?(visit: StoreVisit): StoreAnswer | Promise<StoreAnswer>;
}

/** The form field that marks a form whose user has signed in again since it was sent. */
export const signedInAgainField = 'signed-in-again';

/** One request of a browser for a page of the store. */
export interface StoreVisit {
  readonly portal: Portal;
  /** The decoded parameters of the path. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The submitted form; empty for a GET. */
  readonly form: Form;
  /** The files that were sent with the form, by field; absent if it cannot contain any. */
  readonly files?: ReadonlyMap<string, UploadedText>;
  /** Undefined if nobody is signed in; endpoints for signed-in users call `requireUser`. */
  readonly user: StoreUser | undefined;
  /** The value of the field `csrf` in every form; empty if nobody is signed in. */
  readonly csrf: string;
  /** The store's cookies; those of the sign-in are still sealed. */
  readonly cookies: StoreCookies;
  /** The IP address that the request comes from. */
  readonly address: string;
  /** The header Accept-Encoding; empty if it is missing. */
  readonly acceptEncoding: string;
  /** The header Accept; empty if it is missing. */
  readonly accept: string;
  /** The header If-None-Match; absent if it is missing. */
  readonly ifNoneMatch?: string;
}

/** Cookies to set. Session cookies are renewed elsewhere. */
interface SettingCookies {
  readonly cookies?: StoreCookies;
}

/** A response with a page. */
export interface StorePageAnswer extends SettingCookies {
  readonly status: number;
  readonly page: StorePage;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A redirect to another page, by its path or URL. */
interface StoreRedirect extends SettingCookies {
  readonly location: string;
  /** Whether the page has moved for good (RFC 9110 section 15.4.9). */
  readonly isPermanent?: boolean;
}

/** Any other response: a download, an asset, or data for a script. */
interface StoreContent extends SettingCookies {
  readonly status: number;
  readonly type: string;
  /** Undefined if the status is 304. */
  readonly body: string | Buffer | ReadableStream<Uint8Array> | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The response of the store to a browser. */
export type StoreAnswer = StorePageAnswer | StoreRedirect | StoreContent;

/** One page of the store. */
export interface StorePage {
  /** The title, with the most specific topic first. */
  readonly title: string;
  readonly main: Html;
  /** The section of the navigation that the page belongs to, if any. */
  readonly section?: StoreSection;
  /** The path of the page as Markdown, if it has any. */
  readonly markdown?: string;
  /** The Atom feed about what the page shows. */
  readonly feed?: { readonly title: string; readonly path: string };
  /** The source file names of the scripts that the page loads as modules. */
  readonly scripts?: readonly string[];
}

export type StoreSection = 'catalogue' | 'guides' | 'applications' | 'publisher' | 'proposals' | 'notices';

/** The reader of a page, whom its header names. */
export type PageReader = Pick<StoreVisit, 'portal' | 'user' | 'csrf'>;
