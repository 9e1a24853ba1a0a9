import type { Form } from '#runtime/requests/forms.ts';
import type { Portal } from './portal.ts';
import type { StoreCookies } from './session/store-cookies.ts';
import type { StoreUser } from './session/store-user.ts';

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
