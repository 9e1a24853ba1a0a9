import type { Html } from '#runtime/pages/html.ts';
import type { StoreVisit } from '../store-visit.ts';

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
