/** A duration in the JSON form of Protocol Buffers. */
export function duration(milliseconds: number): string {
  return `${milliseconds / 1000}s`;
}
