import type { ReportError } from '#runtime/ports/errors.ts';
import type { Seconds } from '#runtime/ports/token-store.ts';
import type { AuthorizationServer } from '../../authorization-server.ts';
import type { Form } from '#runtime/requests/forms.ts';
import type { BrowserCookies } from '../cookies.ts';

/** One request of a browser. */
export interface Visit {
  readonly server: AuthorizationServer;
  /** The query string without its question mark. */
  readonly query: string;
  /** The form as sent; empty for a GET. */
  readonly body: string;
  /** The fields of the form, if it was sent from our own pages; otherwise empty. */
  readonly form: Form;
  readonly cookies: BrowserCookies;
  /** The IP address that the request comes from. */
  readonly address: string;
  /** Creates a signal that aborts when the client disconnects. */
  readonly hungUp: () => AbortSignal;
  readonly reportError: ReportError;
}

export function nowOf({ server }: Visit): Seconds {
  return server.mint.clock() / 1000;
}
