import { printable } from '../display-width.ts';

export const sarifLevels = { error: 'error', warning: 'warning', info: 'note' } as const;

/**
 * A text in which no viewer of SARIF finds a placeholder (2.1.0, section 3.11.5) or a link (3.11.6). Braces and
 * brackets that are neither stay as they are, since viewers show them so: `/dogs/{id}`.
 */
export function sarifText(text: string): string {
  return printable(text)
    .replaceAll(/\{(\d+)\}/g, '{{$1}}')
    .replaceAll('](', '\\](');
}
