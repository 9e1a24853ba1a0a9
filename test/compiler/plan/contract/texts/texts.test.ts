import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draws } from '../../../../full-run.ts';
import { Draw } from '../draw.ts';
import { drawPair } from './draw-sent-pair.ts';
import { judgePair } from './judge-pair.ts';

test('x', { timeout: 0 }, () => {
  expect(draws(10)).toBe(1);
  fc;
  Draw;
  drawPair;
  judgePair;
});
