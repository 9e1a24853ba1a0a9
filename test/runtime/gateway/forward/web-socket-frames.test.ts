import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderCloseFrame, WebSocketFrames } from '#runtime/gateway/forward/web-socket-frames.ts';

/** The header of a frame in each of the three forms of a length, with a mask or without, and its payload. */
function renderFrame(length: number, isMasked: boolean): Buffer {
  const mask = isMasked ? 0x80 : 0;
  const long = Buffer.alloc(10, 0x82);
  if (length < 126) long[1] = mask | length;
  else if (length < 65_536) long.writeUInt16BE(length, 2);
  else long.writeBigUInt64BE(BigInt(length), 2);
  if (length >= 126) long[1] = mask | (length < 65_536 ? 126 : 127);
  const header = long.subarray(0, length < 126 ? 2 : length < 65_536 ? 4 : 10);
  return Buffer.concat([header, Buffer.alloc((isMasked ? 4 : 0) + length, 0x81)]);
}

const frames = fc
  .tuple(fc.oneof(fc.nat(200), fc.constantFrom(125, 126, 127, 65_535, 65_536, 70_000)), fc.boolean())
  .map(([length, isMasked]) => renderFrame(length, isMasked));

test('frames are separated, however their bytes arrive', () => {
  fc.assert(
    fc.property(fc.array(frames, { maxLength: 4 }), fc.array(fc.nat(), { maxLength: 8 }), (all, cuts) => {
      const bytes = Buffer.concat(all);
      const ends = new Set([0]);
      for (const frame of all) ends.add(Math.max(...ends) + frame.length);
      const followed = new WebSocketFrames();
      let passed = 0;
      const places = [...cuts.map((at) => at % (bytes.length + 1)), bytes.length];
      for (const place of places.toSorted((a, b) => a - b)) {
        followed.pass(bytes.subarray(passed, place));
        passed = place;
        expect(followed.isBetweenFrames).toBe(ends.has(passed));
      }
    }),
    { numRuns: 200 },
  );
});

test('a close frame is a whole frame with its code and its reason', () => {
  const frame = renderCloseFrame(1008, 'token_invalid');
  const followed = new WebSocketFrames();
  followed.pass(frame);
  expect(followed.isBetweenFrames).toBe(true);
  expect([frame[0], frame[1], frame.readUInt16BE(2), frame.toString('latin1', 4)]).toEqual([
    0x88,
    15,
    1008,
    'token_invalid',
  ]);
});
