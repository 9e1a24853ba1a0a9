/**
 * A part of a page for people. A text is one paragraph, with code between backticks.
 */
export type Block =
  | { readonly type: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly type: 'paragraph'; readonly text: string }
  | { readonly type: 'list'; readonly items: readonly string[] }
  | { readonly type: 'code'; readonly language: CodeLanguage; readonly lines: readonly string[] }
  | {
      readonly type: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    };

type CodeLanguage = 'yaml' | 'diff' | 'json';

/** The content of a page, the same in a terminal and in the documentation. */
export type Page = readonly Block[];

export function heading(level: 1 | 2 | 3, text: string): Block {
  return { type: 'heading', level, text };
}

export function paragraph(text: string): Block {
  return { type: 'paragraph', text };
}

export function list(items: readonly string[]): Block {
  return { type: 'list', items };
}

export function code(language: CodeLanguage, lines: readonly string[]): Block {
  return { type: 'code', language, lines };
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): Block {
  return { type: 'table', head, rows };
}
