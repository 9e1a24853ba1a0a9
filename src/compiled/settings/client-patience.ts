/** How long every data plane waits for its clients, in milliseconds. */
export const clientPatience = {
  /** How long the head of a request may take to arrive. */
  headersMs: 60_000,
  /** How long the whole request may take to arrive. */
  requestMs: 300_000,
  /** How long a connection may stay idle. */
  idleMs: 72_000,
};
