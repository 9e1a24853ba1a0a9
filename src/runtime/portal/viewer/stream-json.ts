import { isJsonObject, type Json } from '#compiled/json.ts';

/**
 * The approximate size of a chunk, in UTF-16 code units. Writing one takes at most a millisecond, during which calls
 * wait.
 */
const chunkLength = 64 * 1024;

/** Values down to this depth, such as an operation or a schema, are written one by one. */
const splitDepth = 3;

/** The text of a large JSON value, written while it is sent, so that calls do not wait for the whole text. */
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
