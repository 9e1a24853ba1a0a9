import { Lexer } from 'yaml';

/** Markers of the lexer between tokens: a document begins, or a flow collection is cut short. */
const documentMark = '\u0002';
const cutMark = '\u0018';
/** The prefix of a plain or block scalar, whose text may be anything. */
const scalarMark = '\u001f';

/** A part of a YAML text, as the library's lexer splits it. */
export interface YamlToken {
  readonly source: string;
  /** Its offset in the text. */
  readonly at: number;
  /** `cut`: a flow collection ends here without its bracket. The source is empty. */
  readonly kind: 'scalar' | 'cut' | 'other';
}

/** The tokens of a YAML text in their order; together they are the whole text. */
export function* lexYaml(text: string): Generator<YamlToken, void, undefined> {
  let at = 0;
  let isScalar = false;
  for (const source of new Lexer().lex(text)) {
    if (isScalar) yield { source, at, kind: 'scalar' };
    else if (source === cutMark) yield { source: '', at, kind: 'cut' };
    else if (source !== scalarMark && source !== documentMark) yield { source, at, kind: 'other' };
    const isMark = !isScalar && (source === cutMark || source === scalarMark || source === documentMark);
    isScalar = !isScalar && source === scalarMark;
    if (!isMark) at += source.length;
  }
}
