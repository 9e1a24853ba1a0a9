import type { Html } from '../../pages/html.ts';

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
  /** Who looks at it; absent if nobody is signed in. */
  readonly reader?: PageReader;
}

export type StoreSection = 'catalogue' | 'applications' | 'publisher' | 'proposals';

/** The signed-in user, as far as every page shows it. */
export interface PageReader {
  readonly displayName: string;
  /** Proves that a form was made for this session. */
  readonly csrf: string;
}
