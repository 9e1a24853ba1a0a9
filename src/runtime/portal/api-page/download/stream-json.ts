import { isJsonObject, type Json } from '#compiled/json.ts';

/** About how much is written at once, in UTF-16 code units: calls wait a millisecond for it at most. */
const chunkLength = 64 * 1024;

/** What is at most so far inside is written by itself: an operation, a schema. */
const splitDepth = 3;

/** The text of a large JSON value, written as it is sent, so that calls do not wait for all of it. */
export function streamJson(value: Json): ReadableStream<Uint8Array> {
  const pieces = writeJson(value, splitDepth);
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: (stream) => {
      const chunk = readChunk(pieces);
      if (chunk === '') stream.close();
      else stream.enqueue(encoder.encode(chunk));
    },
  });
}

function readChunk(pieces: Iterator<string, void>): string {
  let chunk = '';
  while (chunk.length < chunkLength) {
    const { done, value } = pieces.next();
    if (done) break;
    chunk += value;
  }
  return chunk;
}

function* writeJson(value: Json, depth: number): Generator<string, void> {
  if (depth === 0 || !isJsonObject(value)) {
    yield JSON.stringify(value);
    return;
  }
  let separator = '{';
  for (const [name, member] of Object.entries(value)) {
    yield `${separator}${JSON.stringify(name)}:`;
    yield* writeJson(member, depth - 1);
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}
