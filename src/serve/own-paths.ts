/** The paths that the framework has routes for; all others are for the gateway. */
export class OwnPaths {
  readonly #exact = new Set<string>();
  /** Of the routes whose last segment is a parameter. */
  readonly #prefixes: string[] = [];

  /** Takes note of a route; that of the gateway itself, for anything, is none. */
  add(url: string): void {
    const parameter = url.indexOf(':');
    if (parameter !== -1) this.#prefixes.push(url.slice(0, parameter));
    else if (!url.includes('*')) this.#exact.add(url);
  }

  has(path: string): boolean {
    if (this.#exact.has(path)) return true;
    for (const prefix of this.#prefixes) if (path.startsWith(prefix)) return true;
    return false;
  }
}
