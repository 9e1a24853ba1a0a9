/** How many values are shared; beyond that, all are made again. */
const maxShared = 10_000;

/** Longer declarations are hardly ever the same in two APIs. */
const maxContentLength = 4000;

/** A keyword by which a schema depends on its document, such as `$ref`, or a number too large for JSON. */
const isParticular = /"\$\w+":|null/;

/** Values that are made once for all APIs that declare the same, so that their calls use the same code and memory. */
export class SharedByContent<Value, Content extends object = object> {
  readonly #values = new Map<string, Value>();

  /** The value for a content; the one by `makeOwn` if the content is long or may depend on its document. */
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
