/** Counts the requests that a generation still serves, and lets it go after the last one. */
export interface Usage {
  begin(): void;
  end(): void;
  /** No request begins any more. */
  retire(): void;
}

/** Calls `release` once: when the count is retired and no request is left. */
export function countUsage(release: () => void): Usage {
  let requests = 0;
  let retired = false;
  let released = false;
  const releaseWhenUnused = () => {
    if (!retired || released || requests > 0) return;
    released = true;
    release();
  };
  return {
    begin: () => void (requests += 1),
    end: () => {
      requests -= 1;
      releaseWhenUnused();
    },
    retire: () => {
      retired = true;
      releaseWhenUnused();
    },
  };
}
