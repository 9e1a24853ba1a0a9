import { html, type Html } from '#runtime/pages/html.ts';

/** How many layers of a plot can be distinguished. */
export const maxLayers = 5;

/** Shapes for the layers of a plot, so that nobody has to distinguish colours; the first one is a plain area. */
const shapes: readonly Html[] = [
  html`<rect width="6" height="6" />`,
  html`<path d="M-1 1l2-2M0 6l6-6M5 7l2-2" fill="none" stroke-width="2" />`,
  html`<circle cx="3" cy="3" r="1.75" />`,
  html`<path d="M0 1.5h6M0 4.5h6" fill="none" stroke-width="1.25" />`,
  html`<path d="M0 0l6 6M6 0l-6 6" fill="none" stroke-width="1" />`,
];

/** The definitions of the patterns of a plot; `id` is unique on the page, and never a text of a user. */
export function renderPatterns(id: string, layers: number): Html {
  const patterns = shapes
    .slice(0, layers)
    .map(
      (shape, index) =>
        html`<pattern id="${id}-${String(index)}" width="6" height="6" patternUnits="userSpaceOnUse"
          ><rect class="plot-page" width="6" height="6" /><g class="ink-${String(index)}"
            >${shape}</g
          ></pattern
        >`,
    );
  return html`<defs>${patterns}</defs>`;
}

/** What fills a layer: the value of an attribute. */
export function patternOf(id: string, layer: number): string {
  return `url(#${id}-${layer})`;
}

/** A sample of a layer, for a legend. */
export function renderSample(id: string, layer: number): Html {
  return html`<svg class="sample" width="18" height="18" aria-hidden="true">
    <rect class="ink-${String(layer)}" x="1" y="1" width="16" height="16" fill="${patternOf(id, layer)}" />
  </svg>`;
}
