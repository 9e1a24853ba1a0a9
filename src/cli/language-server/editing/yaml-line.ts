/** A line of a YAML text in block style. */
export interface YamlLine {
  /** The columns of its dashes. */
  readonly dashes: readonly number[];
  readonly isItem: boolean;
  readonly column: number;
  /** Without quotes. */
  readonly key: string | undefined;
  readonly keyEnd: number;
  /** The text after the key or the dash, without quotes and comments. */
  readonly value: string;
  /** Whether the line is empty or a comment. */
  readonly isEmpty: boolean;
}

const linePattern =
  /^(?<lead>(?: *- +)* *(?:-$)?)(?:(?<key>"[^"]*"|'[^']*'|[^\s#"'[\]{},&*!|>%@`-][^#]*?)\s*:(?=\s|$))?(?<value>.*)$/;

/** Reads a line. The column of an empty line is the column of the cursor, `character`. */
export function readYamlLine(text: string, character = 0): YamlLine {
  const { lead = '', key, value = '' } = linePattern.exec(text)?.groups ?? {};
  const dashes = [...lead.matchAll(/-/g)].map(({ index }) => index);
  const isEmpty = /^\s*(?:#|$)/.test(text);
  return {
    dashes,
    isItem: dashes.length > 0,
    column: isEmpty ? character : lead.length,
    key: key === undefined ? undefined : unquote(key),
    keyEnd: lead.length + (key?.length ?? 0),
    value: unquote(value.replace(/(?:^|\s)#.*$/, '').trim()),
    isEmpty,
  };
}

/** A plain or quoted scalar, which may be incomplete, without its quotes. */
export function unquote(text: string): string {
  return text.replaceAll(/^["']|["']$/g, '');
}
