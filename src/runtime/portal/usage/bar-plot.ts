import { html, type Html } from '#runtime/pages/html.ts';

/** A bar chart over time: one bar per period, with stacked layers. */
interface BarPlot {
  /** An ID that is unique on the page and contains no user input. */
  readonly id: string;
  /** A description with the most important figures, for screen readers. */
  readonly title: string;
  /** For each layer, a value per period; at most `maxLayers` layers. */
  readonly layers: readonly (readonly number[])[];
  /** The values on the axis, ascending from 0; the last one is the top of the plot. */
  readonly ticks: readonly number[];
  readonly formatTick: (value: number) => string;
  /** The labels of periods, by index. */
  readonly labels: readonly { readonly index: number; readonly text: string }[];
}

/**
 * The size of the plot, and the area of the bars in it, in SVG units. The room around it fits labels at the largest size
 * of their letters.
 */
const width = 480;
const height = 216;
const area = { left: 70, right: width - 36, top: 12, bottom: height - 42 };

/** The plot as SVG. */
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
    return html`<g class="label"
      ><path class="grid" d="M${x} ${String(area.bottom)}v5" /><text
        x="${x}"
        y="${String(area.bottom + 6)}"
        dy="1.3em"
        class="middle"
        >${text}</text
      ></g
    >`;
  });
  return html`<g>${texts}</g>`;
}

/** The bars of one layer as a single path, which is shorter than an element for each bar. */
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

/** The maximum number of intervals on an axis. */
const maxParts = 4;

/** The ticks of an axis for counts from 0 to `max`: round integers, the last one at least `max`. */
export function axisTicks(max: number): readonly number[] {
  const step = roundUp(Math.max(max, 1) / maxParts);
  return Array.from({ length: Math.ceil(Math.max(max, 1) / step) + 1 }, (_, index) => index * step);
}

/** The next higher number that is 1, 2 or 5 times a power of ten, at least 1. */
function roundUp(number: number): number {
  const power = 10 ** Math.floor(Math.log10(number));
  const factor = [1, 2, 5].find((candidate) => candidate * power >= number) ?? 10;
  return Math.max(1, factor * power);
}

/** The maximum number of layers, each with its own pattern. */
export const maxLayers = 5;

/** The patterns of the layers, so that readers need not distinguish colours; the first is a plain area. */
const shapes: readonly Html[] = [
  html`<rect width="6" height="6" />`,
  html`<path d="M-1 1l2-2M0 6l6-6M5 7l2-2" fill="none" stroke-width="2" />`,
  html`<circle cx="3" cy="3" r="1.75" />`,
  html`<path d="M0 1.5h6M0 4.5h6" fill="none" stroke-width="1.25" />`,
  html`<path d="M0 0l6 6M6 0l-6 6" fill="none" stroke-width="1" />`,
];

/** The SVG definitions of a plot's patterns; `id` is unique on the page and contains no user input. */
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

/** The value of the attribute `fill` of a layer. */
function patternOf(id: string, layer: number): string {
  return `url(#${id}-${layer})`;
}

/** A sample of a layer, for a legend. */
export function renderSample(id: string, layer: number): Html {
  return html`<svg class="sample" width="18" height="18" aria-hidden="true">
    <rect class="ink-${String(layer)}" x="1" y="1" width="16" height="16" fill="${patternOf(id, layer)}" />
  </svg>`;
}
