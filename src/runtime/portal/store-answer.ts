import type { StorePage } from './pages/store-page.ts';
import type { StoreCookies } from './session/store-cookies.ts';

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
