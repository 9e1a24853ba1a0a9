import { html, type Html } from '#runtime/pages/html.ts';

/** Bars over time: one for each period, in layers that are stacked. */
interface BarPlot {
  /** Unique on the page, and never a text of a user. */
  readonly id: string;
  /** What it shows, with its most important figures, for those who do not see it. */
  readonly title: string;
  /** For each layer a value for each period; at most `maxLayers`. */
  readonly layers: readonly (readonly number[])[];
  /** The values on the axis, ascending from 0; the last one is the top of the plot. */
  readonly ticks: readonly number[];
  readonly formatTick: (value: number) => string;
  /** The periods that are labelled, by index. */
  readonly labels: readonly { readonly index: number; readonly text: string }[];
}

/** In units of the drawing: the whole, and the area of the bars in it. */
const width = 480;
const height = 200;
const area = { left: 52, right: width - 8, top: 12, bottom: height - 26 };

/** Draws a plot. */
export function renderBarPlot(plot: BarPlot): Html {
  const { id, title, layers } = plot;
  return html`<svg
    class="plot"
    viewBox="0 0 ${String(width)} ${String(height)}"
    role="img"
    aria-labelledby="${id}"
  >
    <title id="${id}">${title}</title>
    ${renderPatterns(id, layers.length)}${renderAxis(plot)}${layers.map(
      (_, layer) =>
        html`<path
          class="ink-${String(layer)}"
          fill="${patternOf(id, layer)}"
          d="${drawLayer(plot, layer)}"
        />`,
    )}${renderLabels(plot)}
  </svg>`;
}

function renderAxis({ ticks, formatTick }: BarPlot): Html {
  const top = ticks.at(-1) ?? 1;
  const lines = ticks.map((tick) => {
    const y = round(yOf(tick, top));
    return html`<path class="grid" d="M${String(area.left)} ${y}H${String(area.right)}" /><text
        class="end"
        x="${String(area.left - 6)}"
        y="${y}"
        dy="0.35em"
        >${formatTick(tick)}</text
      >`;
  });
  return html`<g>${lines}</g>`;
}

function renderLabels({ layers, labels }: BarPlot): Html {
  const periods = layers[0]?.length ?? 0;
  const texts = labels.map(({ index, text }) => {
    const x = round(xOf(index, periods));
    return html`<path class="grid" d="M${x} ${String(area.bottom)}v5" /><text
        x="${x}"
        y="${String(area.bottom + 19)}"
        class="${index === 0 ? 'start' : 'middle'}"
        >${text}</text
      >`;
  });
  return html`<g>${texts}</g>`;
}

/** The bars of one layer as one path, which is shorter than an element for each. */
function drawLayer({ layers, ticks }: BarPlot, layer: number): string {
  const values = layers[layer] ?? [];
  const top = ticks.at(-1) ?? 1;
  const barWidth = ((area.right - area.left) / values.length) * 0.8;
  const bars = values.map((value, index) => {
    if (value <= 0) return '';
    const below = layers.slice(0, layer).reduce((sum, other) => sum + (other[index] ?? 0), 0);
    const [lower, upper] = [yOf(below, top), yOf(below + value, top)];
    // Values above zero are always visible.
    const barHeight = Math.max(lower - upper, 1);
    const x = xOf(index, values.length) + barWidth / 8;
    return `M${round(x)} ${round(lower)}v-${round(barHeight)}h${round(barWidth)}v${round(barHeight)}z`;
  });
  return bars.join('');
}

function xOf(index: number, periods: number): number {
  return area.left + (index / periods) * (area.right - area.left);
}

function yOf(value: number, top: number): number {
  return area.bottom - (value / top) * (area.bottom - area.top);
}

function round(position: number): string {
  return String(Math.round(position * 10) / 10);
}

/** Into how many parts an axis is divided at most. */
const maxParts = 4;

/** The values that an axis for counts from 0 to `max` shows: whole and round, the last one at least `max`. */
export function axisTicks(max: number): readonly number[] {
  const step = roundUp(Math.max(max, 1) / maxParts);
  return Array.from({ length: Math.ceil(Math.max(max, 1) / step) + 1 }, (_, index) => index * step);
}

/** The next number that is 1, 2 or 5 times a power of ten. */
function roundUp(number: number): number {
  const power = 10 ** Math.floor(Math.log10(number));
  const factor = [1, 2, 5].find((candidate) => candidate * power >= number) ?? 10;
  return Math.max(1, factor * power);
}

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
function renderPatterns(id: string, layers: number): Html {
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
function patternOf(id: string, layer: number): string {
  return `url(#${id}-${layer})`;
}

/** A sample of a layer, for a legend. */
export function renderSample(id: string, layer: number): Html {
  return html`<svg class="sample" width="18" height="18" aria-hidden="true">
    <rect class="ink-${String(layer)}" x="1" y="1" width="16" height="16" fill="${patternOf(id, layer)}" />
  </svg>`;
}
