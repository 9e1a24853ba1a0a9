/** The paths that the framework has routes for; all others are for the gateway. */
export class OwnPaths {
  /** By their length, since a set would have to hash the path of each call. */
  readonly #exact: string[][] = [];
  /** Of the routes whose last segment is a parameter or a wildcard. */
  readonly #prefixes: string[] = [];

  /** Takes note of a route; that of the gateway itself, for anything, does not count. */
  add(url: string): void {
    const open = url.search(/[:*]/);
    if (open === -1) this.#addExact(url);
    else if (url !== '/*') this.#prefixes.push(url.slice(0, open));
  }

  has(path: string): boolean {
    const ofLength = this.#exact[path.length];
    if (ofLength !== undefined) for (const own of ofLength) if (own === path) return true;
    for (const prefix of this.#prefixes) if (path.startsWith(prefix)) return true;
    return false;
  }

  #addExact(url: string): void {
    while (this.#exact.length <= url.length) this.#exact.push([]);
    this.#exact[url.length]?.push(url);
  }
}
