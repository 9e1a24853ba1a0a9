/** The most values to cache; beyond that, the cache is cleared. */
const maxShared = 5000;

/** The longest content to share, in characters of JSON. Longer ones are hardly ever the same in two APIs. */
const maxContentLength = 2000;

/**
 * A keyword that makes a schema depend on its document, such as `$ref`, or the `null` that JSON has for a number too
 * large.
 */
const isParticular = /"\$\w+":|null/;

/** Shares values between all APIs with the same declaration, so that their calls use the same code and memory. */
export class SharedByContent<Value, Content extends object = object> {
  readonly #values = new Map<string, Value>();

  /** The shared value for a content; the one by `makeOwn` if the content is long or may depend on its document. */
  valueFor(content: Content, makeShared: (content: Content) => Value, makeOwn: () => Value): Value {
    const text = JSON.stringify(content);
    if (text.length > maxContentLength || isParticular.test(text)) return makeOwn();
    const known = this.#values.get(text);
    if (known !== undefined) return known;
    const value = makeShared(content);
    if (this.#values.size >= maxShared) this.#values.clear();
    this.#values.set(text, value);
    return value;
  }
}
