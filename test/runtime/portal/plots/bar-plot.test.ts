import fc from 'fast-check';
import { expect, test } from 'vitest';
import { axisTicks, renderBarPlot } from '#runtime/portal/usage/bar-plot.ts';
import { html } from '#runtime/pages/html.ts';
import { readable } from '../readable-html.ts';

test('a plot of two layers is drawn as expected', async () => {
  const plot = renderBarPlot({
    id: 'plot-errors',
    title: 'Errors: 8 in total: rate_limited 5, not_subscribed 3',
    layers: [
      [0, 2, 3, 0],
      [0, 0, 1, 2],
    ],
    ticks: [0, 2, 4],
    formatTick: String,
    labels: [
      { index: 0, text: '10:00' },
      { index: 2, text: '11:00' },
    ],
  });
  await expect(readable(plot)).toMatchFileSnapshot('plots/two-layers.svg.txt');
});

test('names in a title are escaped', () => {
  const plot = renderBarPlot({
    id: 'plot',
    title: '</title><script>alert(1)</script>',
    layers: [[1]],
    ticks: [0, 1],
    formatTick: () => '<b>',
    labels: [{ index: 0, text: '"<i>' }],
  });
  expect(String(plot)).not.toMatch(/<script|<b>|<i>/);
});

test('bars are within the plot, however large their values are', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(1e9), fc.nat(1e9)), { minLength: 1, maxLength: 60 }), (values) => {
      const layers = [values.map(([one]) => one), values.map(([, other]) => other)];
      const ticks = axisTicks(Math.max(...values.map(([one, other]) => one + other)));
      const plot = renderBarPlot({ id: 'p', title: 't', layers, ticks, formatTick: String, labels: [] });
      const bars = String(plot).matchAll(/M([\d.]+) ([\d.]+)v-([\d.]+)h([\d.]+)v/g);
      for (const [, x, y, barHeight, barWidth] of bars) {
        expect(Number(x)).toBeGreaterThanOrEqual(52);
        expect(Number(x) + Number(barWidth)).toBeLessThanOrEqual(472.2);
        expect(Number(y)).toBeLessThanOrEqual(174);
        expect(Number(y) - Number(barHeight)).toBeGreaterThanOrEqual(11);
      }
    }),
  );
});

test('the markup has neither styles nor handlers', () => {
  const plot = renderBarPlot({
    id: 'p',
    title: 't',
    layers: [[1]],
    ticks: [0, 1],
    formatTick: String,
    labels: [],
  });
  expect(String(html`${plot}`)).not.toMatch(/\sstyle=|\son\w+=/);
});
