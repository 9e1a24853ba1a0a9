/** The current time, in milliseconds since 1970-01-01T00:00:00Z. */
export type Clock = () => number;
