import type { Html } from '#runtime/pages/html.ts';

/** Markup with a line for each element, for files that people read. */
export function readable(markup: Html | string): string {
  return `${String(markup)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?> ?</g, '>\n<')
    .trim()}\n`;
}
