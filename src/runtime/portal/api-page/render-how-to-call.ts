import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { isLoopback } from '#runtime/requests/caller-address.ts';
import { lacksCallbackFor } from '../applications/application-gaps.ts';
import { texts } from '../texts/texts.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import type { ApiOperation, ApiOperations } from './api-operations.ts';
import { pathOfOperation, callAddress } from './api-paths.ts';
import type { ChosenApplication } from './choose-application.ts';
import type { FoundVersion } from './find-version.ts';
import { renderCode, renderLanguages, renderSample } from './samples/render-samples.ts';
import { chooseLanguage } from './samples/sample-languages.ts';
import { sampleCall } from './samples/sample-call.ts';
import { tokenSamples, type SampleClient, type TokenSample } from './samples/token-samples.ts';

const { call } = texts.apiPage;

/** The steps to a first response: getting a token with each grant of the application, then a call. */
export function renderHowToCall(
  visit: StoreVisit,
  { entry }: FoundVersion,
  operations: ApiOperations,
  chosen: ChosenApplication | undefined,
): Html {
  const { portal } = visit;
  const operation = chooseOperation(operations);
  const client = toClient(chosen, operation?.compiled.scopes?.[0] ?? []);
  const tokens = tokenSamples(client, portal.settings);
  const getToken = html`<h3>1. ${call.token}</h3>
    <p>
      ${call.tokenExplanation}
      ${client.isPublic || chooseLanguage(visit).runs === 'in a browser' ? undefined : call.secret}
    </p>
    ${tokens.length === 0 ? html`<p class="warning">${call.noGrants}</p>` : tokens.map((token, index) => renderToken(visit, { token, chosen, isOpen: index === 0 }))}
    <h3>2. ${call.call}</h3>`;
  return html`<section class="stack tight" aria-labelledby="call">
    <h2 id="call">${call.title}</h2>
    ${renderLanguages(visit, { section: 'call', query: chosen ? { application: chosen.application.name, keys: chosen.keySet } : {} })}
    ${hasOwnAuthority(portal.settings) ? html`<p>${call.ownAuthority}</p>` : undefined}
    ${operation?.compiled.access === 'public' ? undefined : getToken}
    ${
      operation
        ? html`<p>
              <a href="${pathOfOperation(portal.addresses, entry, operation.compiled)}"
                ><code>${operation.node.name}</code></a
              >
            </p>
            <p>${explainToken(visit, operation, call.fromFirstStep)}</p>
            ${renderSample(visit, sampleCall(operation, callAddress(portal.settings, entry)))}`
        : html`<p class="quiet">${call.noOperations}</p>`
    }
  </section>`;
}

/**
 * Whether the gateway's certificate comes from its own authority: it creates one for this machine if none is declared.
 * On any other host, a proxy provides the certificate.
 */
function hasOwnAuthority({ gatewayUrl, listener }: GatewaySettings): boolean {
  const { protocol, hostname } = new URL(gatewayUrl);
  return protocol === 'https:' && isLoopback(hostname) && listener.tls === undefined;
}

/**
 * The operation that is easiest to try: a GET without required parameters, or else any GET, or else any operation.
 * Operations that need a token are preferred, so that the sample shows one.
 */
export function chooseOperation({ groups }: ApiOperations): ApiOperation | undefined {
  const current = groups.flatMap(({ operations }) => operations).filter(({ node }) => !node.isDeprecated);
  const withToken = current.filter(({ compiled }) => compiled.access !== 'public');
  const all = withToken.length > 0 ? withToken : current;
  const reads = all.filter(({ node }) => node.method === 'GET');
  const easy = reads.find(({ node }) => node.parameters.every(({ isRequired }) => !isRequired));
  return easy ?? reads[0] ?? all[0] ?? groups[0]?.operations[0];
}

function toClient(chosen: ChosenApplication | undefined, scopes: readonly string[]): SampleClient {
  if (!chosen)
    return {
      consumerKey: 'CONSUMER_KEY',
      isPublic: false,
      callbackUrl: 'https://app.example.edu/callback',
      grants: ['client_credentials', 'authorization_code', 'refresh_token'],
      scopes,
    };
  const { application, consumerKey, isPublic } = chosen;
  const { callbackUrls, grants } = application;
  return {
    consumerKey: consumerKey ?? 'CONSUMER_KEY',
    isPublic,
    callbackUrl: callbackUrls[0] ?? 'CALLBACK_URL',
    grants,
    scopes,
  };
}

interface ShownToken {
  readonly token: TokenSample;
  readonly chosen: ChosenApplication | undefined;
  readonly isOpen: boolean;
}

function renderToken(visit: StoreVisit, { token, chosen, isOpen }: ShownToken): Html {
  const { grantType, userAddress, request } = token;
  const names: Readonly<Record<string, string>> = call.grants;
  const lacksCallback = chosen !== undefined && lacksCallbackFor(chosen.application, grantType);
  return html`<details ${isOpen ? html`open=""` : undefined}>
    <summary>${names[grantType] ?? grantType}</summary>
    <div class="stack tight">
      ${lacksCallback ? html`<p class="warning">${call.noCallback}</p>` : undefined}
      ${
        userAddress === undefined
          ? undefined
          : html`<p>${request ? call.openAddress : call.openAddressImplicit}</p>
              ${renderCode(userAddress)} ${request ? html`<p>${call.pkce}</p>` : undefined}`
      }
      ${request && userAddress !== undefined ? html`<p>${call.exchange}</p>` : undefined}
      ${request && renderSample(visit, request)}
    </div>
  </details>`;
}

/** Where the sample of an operation reads the token, and that it comes `from` a response; or that none is needed. */
export function explainToken(
  visit: StoreVisit,
  { compiled: { access } }: ApiOperation,
  from: Html | string,
): Html {
  if (access === 'public') return html`${call.publicExplanation}`;
  return html`${call.tokenPlaces[chooseLanguage(visit).runs]} ${from}`;
}
