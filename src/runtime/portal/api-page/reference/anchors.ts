import { html, type Html } from '#runtime/pages/html.ts';
import { texts } from '../../texts/texts.ts';

/** In UTF-16 code units; parts with longer names have no anchor. */
const longestId = 200;

/** An ID of an element made of names, for the fragments of URLs. */
export function makeId(...names: readonly (string | number)[]): string {
  return names
    .map((name) =>
      String(name)
        .slice(0, longestId + 1)
        .replaceAll(/[^\w.[\]-]/g, '_'),
    )
    .join('-');
}

/** The attribute with an ID, and a visible link to the element; both are undefined if the ID is too long. */
export function anchorOf(id: string): { readonly id: Html | undefined; readonly link: Html | undefined } {
  if (id.length > longestId) return { id: undefined, link: undefined };
  return {
    id: html`id="${id}"`,
    link: html`<a class="anchor" href="#${id}"
      ><span aria-hidden="true">#</span><span class="visually-hidden">${texts.reference.link(id)}</span></a
    >`,
  };
}
