import { errorCodes } from '#compiled/answers/error-codes.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { pathOfError, type PortalAddresses } from '../visit/paths.ts';
import { texts } from '../texts/texts.ts';

const { upstream, otherErrors } = texts.usage;

/** The key under which the rarest errors are added up; no error code is empty. */
export const otherErrorsKey = '';

/** The name of a key of `errorsOf`. */
export function nameError(key: string): string {
  if (key === otherErrorsKey) return otherErrors;
  return key === '4xx' || key === '5xx' ? upstream[key] : key;
}

/** The same; an error code links to its page. */
export function renderErrorName(addresses: PortalAddresses, key: string): Html {
  return key in errorCodes
    ? html`<a href="${pathOfError(addresses, key)}"><code>${key}</code></a>`
    : html`<span>${nameError(key)}</span>`;
}
