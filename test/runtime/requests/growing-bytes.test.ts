import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GrowingBytes } from '#runtime/requests/growing-bytes.ts';

test('pieces of any sizes become the same bytes, in shared memory of exactly their size', () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 3 }),
    fc.uint8Array({ minLength: 4000, maxLength: 9000 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const bytes = new GrowingBytes();
      for (const one of pieces) bytes.add(one);
      const taken = bytes.take();
      expect(Buffer.compare(taken, Buffer.concat(pieces))).toBe(0);
      expect(taken.buffer).toBeInstanceOf(SharedArrayBuffer);
      expect(taken.buffer.byteLength).toBe(taken.length);
    }),
  );
});

test('no piece is held, since one of a few bytes may belong to a large buffer', () => {
  const bytes = new GrowingBytes();
  const piece = new Uint8Array([1, 2, 3]);
  bytes.add(piece);
  piece.fill(9);
  expect([...bytes.take()]).toEqual([1, 2, 3]);
});
