import { html, type Html } from '#runtime/pages/html.ts';
import { takeEntries, type Entry } from '../../pages/take-entries.ts';
import { texts } from '../../texts/texts.ts';
import { anchorOf } from './anchors.ts';

const { reference } = texts;

/** A named part of a request or a response: a parameter, a header, or a field of a schema. */
interface Field {
  readonly id: string;
  readonly label: Html;
  readonly type: Html | undefined;
  /** Undefined where nothing can be required. */
  readonly isRequired?: boolean;
  readonly isDeprecated?: boolean;
  /** What is always shown. */
  readonly own: readonly Entry[];
  /** What a reader unfolds: the entries, at most this many. */
  readonly inner: (most: number) => readonly Entry[];
  readonly innerTitle: string;
  /** What to show in place of what is inside, if that was shown before. */
  readonly shownBefore?: Html | undefined;
  /** The maximum length of the unfolded markup; nothing is unfolded if it is 0. */
  readonly innerLimit: number;
  /** The page that shows everything about the field; undefined if its URL would be too long. */
  readonly page: string | undefined;
  /** What that page shows. */
  readonly pageTitle: string;
}

/** The maximum length of what is always shown of a field. */
const ownLimit = 5000;

/** The markup of every entry is longer, in UTF-16 code units. */
const shortestEntry = 20;

/** A field with a visible anchor. What has no room is on its page. */
export function renderField(field: Field): Html {
  const { isRequired, isDeprecated = false, type } = field;
  const own = takeEntries(field.own, ownLimit);
  // One entry more than could fit, so that what is not shown has a link.
  const mostInner = Math.ceil(field.innerLimit / shortestEntry) + 1;
  const inner = takeEntries(field.shownBefore ? [] : field.inner(mostInner), field.innerLimit);
  const isCut = own.next !== undefined || inner.next !== undefined;
  const { id, link } = anchorOf(field.id);
  return html`<div class="field-of-schema" ${id}>
    <p class="field-head">
      ${field.label} ${type && html`<span class="quiet">${type}</span>`}
      ${isRequired === true ? html`<strong class="small">${reference.required}</strong>` : undefined}
      ${isDeprecated ? html`<span class="badge warning">${reference.deprecated}</span>` : undefined} ${link}
    </p>
    ${own.shown}
    ${
      inner.shown.length > 0
        ? html`<details>
            <summary>${field.innerTitle}</summary>
            <div class="fields">${inner.shown}</div>
          </details>`
        : undefined
    }
    ${field.shownBefore} ${isCut ? renderRest(field.page, field.pageTitle) : undefined}
  </div>`;
}

/** A link to the page with everything about a part. */
export function renderRest(page: string | undefined, what: string): Html {
  return page === undefined
    ? html`<p class="quiet small">${reference.tooLong}</p>`
    : html`<p class="small"><a href="${page}">${reference.rest(what)}</a></p>`;
}
