import { html, type Html } from '#runtime/pages/html.ts';
import { texts } from '../../texts/texts.ts';
import { type NamedApi, type PortalAddresses, pathOfOwnedApi } from '../../visit/paths.ts';
import type { Portal } from '../../visit/portal.ts';

/** The path of the form that writes to the subscribers of an API version. */
export function pathOfMessageForm(addresses: PortalAddresses, api: NamedApi): string {
  return `${pathOfOwnedApi(addresses, api)}/message`;
}

/** The path of the page that shows what happened to a message. */
export function pathOfMessage(addresses: PortalAddresses, api: NamedApi, id: string): string {
  return `${pathOfOwnedApi(addresses, api)}/messages/${encodeURIComponent(id)}`;
}

/** A link to the form, if there is anybody to write to and the gateway sends notices. */
export function renderMessageLink(
  { addresses, settings }: Portal,
  api: NamedApi,
  subscribers: number,
): Html | undefined {
  if (subscribers === 0 || !settings.notices) return undefined;
  return html`<p>
    <a class="button quiet" href="${pathOfMessageForm(addresses, api)}">${texts.messages.open}</a>
  </p>`;
}
