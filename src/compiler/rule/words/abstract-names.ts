import { readWords } from './read-words.ts';

/** Names that fit whatever there is, and so say nothing of it. */
export const abstractNames: readonly string[] = readWords(`
  data element elements entities entity item items object objects resource resources stuff thing things
`);
