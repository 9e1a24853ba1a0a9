/** How long a page waits for the repository, in milliseconds. */
const longestWaitMs = 5000;

/** The value, or undefined if it takes longer than `maxWaitMs`. */
export async function withoutLongWait<Value>(
  reading: Promise<Value>,
  maxWaitMs = longestWaitMs,
): Promise<Value | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), maxWaitMs);
  try {
    return await Promise.race([reading, promise]);
  } finally {
    clearTimeout(timer);
  }
}
