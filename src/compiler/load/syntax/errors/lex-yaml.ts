import { Lexer } from 'yaml';

/** Markers that the lexer emits between tokens: the start of a document, and a flow collection that ends too early. */
const documentMark = '\u0002';
const cutMark = '\u0018';
/** The marker before a plain or block scalar, whose text may be anything. */
const scalarMark = '\u001f';

/** A token of a YAML text, as the library's lexer splits it. */
export interface YamlToken {
  readonly source: string;
  /** The offset of the token in the text. */
  readonly at: number;
  /** `cut` marks a flow collection that ends without its bracket; its source is empty. */
  readonly kind: 'scalar' | 'cut' | 'other';
}

/** The tokens of a YAML text in order; joined, they are the whole text. */
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
