import { lexYaml } from './lex-yaml.ts';
import { OpenBrackets } from './open-brackets.ts';

/** Quotes and brackets that are open at an offset of a YAML text. */
export interface Openings {
  /** The last quoted value that begins at or before the offset, if nothing but blanks is between them. */
  readonly quote?: { readonly source: string; readonly at: number } | undefined;
  readonly brackets: OpenBrackets;
}

/** Finds what is open at an offset of a document, which begins at `from`. */
export function findOpenings(text: string, from: number, offset: number): Openings {
  const brackets = new OpenBrackets(text);
  let quote: Openings['quote'];
  for (const { source, at, kind } of lexYaml(text)) {
    if (at < from) continue;
    if (kind === 'cut' || at > offset) break;
    if (kind === 'other' && /^["']/.test(source)) quote = { source, at };
    else if (at < offset && source.trim() !== '') quote = undefined;
    if (kind === 'other' && source.length === 1 && at < offset) brackets.take(at);
  }
  return { quote, brackets };
}
