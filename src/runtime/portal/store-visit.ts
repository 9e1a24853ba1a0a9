import type { Form } from '../requests/parse-form.ts';
import type { Portal } from './portal.ts';

/** One request of a browser for a page of the store. */
export interface StoreVisit {
  readonly portal: Portal;
  /** The values in the path, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The sent form; empty for a GET. */
  readonly form: Form;
  /** The IP address that it comes from. */
  readonly address: string;
}
