/** The paths that the framework has routes for; all others are for the gateway. */
export class OwnPaths {
  /** By their length, since a set would have to hash the path of each call. */
  readonly #exact: string[][] = [];
  /** Of the routes whose last segment is a parameter. */
  readonly #prefixes: string[] = [];

  /** Takes note of a route; that of the gateway itself, for anything, is none. */
  add(url: string): void {
    const parameter = url.indexOf(':');
    if (parameter !== -1) this.#prefixes.push(url.slice(0, parameter));
    else if (!url.includes('*')) this.#addExact(url);
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
