import type { StorePage } from './pages/store-page.ts';

/** A page to show. */
export interface StorePageAnswer {
  readonly status: number;
  readonly page: StorePage;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Another page to go to, by its path or URL. */
export interface StoreRedirect {
  readonly location: string;
}

/** Anything else: a file to download, an asset of pages, data for a script. */
export interface StoreContent {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer | ReadableStream<Uint8Array>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The answer of the store to a browser. */
export type StoreAnswer = StorePageAnswer | StoreRedirect | StoreContent;
