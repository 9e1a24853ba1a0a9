import type { ReportError } from '#runtime/ports/errors.ts';
import type { Seconds } from '#runtime/ports/token-store.ts';
import type { AuthorizationServer } from '../../authorization-server.ts';
import type { Form } from '#runtime/requests/forms.ts';
import type { BrowserCookies } from '../cookies.ts';

/** One request of a browser. */
export interface Visit {
  readonly server: AuthorizationServer;
  /** Without its question mark. */
  readonly query: string;
  /** The sent form; empty for a GET. */
  readonly body: string;
  /** Its parameters, if it is a form of our pages. */
  readonly form: Form;
  readonly cookies: BrowserCookies;
  /** The IP address that it comes from. */
  readonly address: string;
  /** Makes a signal that is aborted when the client hangs up. */
  readonly hungUp: () => AbortSignal;
  readonly reportError: ReportError;
}

export function nowOf({ server }: Visit): Seconds {
  return server.mint.clock() / 1000;
}
