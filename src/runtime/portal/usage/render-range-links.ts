import { html, type Html } from '#runtime/pages/html.ts';
import { texts } from '../texts/texts.ts';
import { usageRangeNames, type UsageRangeName } from './usage-range.ts';

const { usage } = texts;

/** Links to the same page for other times; `linkTo` returns the address of one. */
export function renderRangeLinks(current: UsageRangeName, linkTo: (name: UsageRangeName) => string): Html {
  const links = usageRangeNames.map(
    (name) =>
      html`<li>
        <a href="${linkTo(name)}" ${name === current ? html`aria-current="true"` : undefined}
          >${usage.ranges[name]}</a
        >
      </li>`,
  );
  return html`<nav class="ranges" aria-label="${usage.time}">
    <ul>
      ${links}
    </ul>
  </nav>`;
}
