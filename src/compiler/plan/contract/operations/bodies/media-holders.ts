import type { Direction } from '../../keywords/facts/schema-fact.ts';
import type { MediaByType } from './read-bodies.ts';

/** What holds the media types of a body in both documents. */
export interface MediaHolders {
  readonly base: MediaHolder;
  readonly head: MediaHolder;
  readonly part: 'request' | 'response';
  /** Whether callers send or read the body. */
  readonly direction: Direction;
}

interface MediaHolder {
  readonly media: MediaByType;
  readonly pointer: string;
}
