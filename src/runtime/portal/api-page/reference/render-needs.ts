import type { CompiledApi, CompiledOperation } from '#compiled/compiled-api.ts';
import type { OperationNode, SecuritySchemeNode } from '#openapi/model.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { cutText } from '../../pages/render-within.ts';
import { texts } from '../../texts/texts.ts';
import { pathOfApi } from '../../visit/paths.ts';
import type { Portal } from '../../visit/portal.ts';
import type { ApiOperation } from '../api-operations.ts';
import { callAddress } from '../api-paths.ts';
import type { FoundVersion } from '../find-version.ts';
import { renderShortDescription } from '../render-markdown.ts';
import { moreText } from './render-text.ts';

const { apiPage, reference } = texts;
const { operations: operationTexts } = apiPage;

/** The maximum number of scopes, and of credentials. */
const mostListed = 20;

/** The address of a call, the access that it requires, the further credentials that the service asks for, and its rate limits. */
export function renderNeeds(
  { compiled: { access, scopes, limit }, node }: ApiOperation,
  found: FoundVersion,
  portal: Portal,
): Html {
  return html`<dl class="facts">
    ${renderAddress(node, found, portal)}
    ${
      access === 'public'
        ? renderPublicAccess(found.api)
        : html`${renderToken(found, portal)} ${renderScopes(scopes, node)}`
    }
    ${renderForwarded(node)}
    ${
      limit &&
      html`<dt>${apiPage.operationLimit}</dt>
        <dd>${apiPage.limitOf(limit.requests, limit.unit)}</dd>`
    }
  </dl>`;
}

/** In UTF-16 code units; the sample has the whole address. */
const longestAddress = 500;

function renderAddress({ path }: OperationNode, { entry }: FoundVersion, { settings }: Portal): Html {
  const { baseUrl, headers } = callAddress(settings, entry);
  return html`<dt>${operationTexts.address}</dt>
    <dd><code>${cutText(baseUrl + path.template, longestAddress)}</code></dd>
    ${headers.map(
      ([name, value]) =>
        html`<dt>${apiPage.versionHeader}</dt>
          <dd><code>${name}: ${value}</code></dd>`,
    )}`;
}

function renderToken({ entry }: FoundVersion, { addresses }: Portal): Html {
  return html`<dt>${operationTexts.access}</dt>
    <dd>
      ${operationTexts.needsToken}
      <a href="${pathOfApi(addresses, entry)}#call">${apiPage.call.token}</a>
    </dd>`;
}

function renderPublicAccess({ addressLimit }: CompiledApi): Html {
  return html`<dt>${operationTexts.access}</dt>
    <dd>${operationTexts.isPublic}</dd>
    ${
      addressLimit &&
      html`<dt>${apiPage.addressLimit}</dt>
        <dd>${apiPage.limitOf(addressLimit.requests, addressLimit.unit)}</dd>`
    }`;
}

/** The scopes of an access token, each set with the meaning that the document gives. */
function renderScopes(sets: CompiledOperation['scopes'], node: OperationNode): Html {
  const listed = sets
    ?.slice(0, mostListed)
    .map(
      (set, index) =>
        html`${index > 0 ? ` ${operationTexts.or} ` : undefined}<code>${cutText(set.join(' '), 300)}</code>`,
    );
  const described = [...new Set((sets ?? []).flat())].flatMap((scope) => {
    const meaning = describeScope(scope, node);
    return meaning === undefined ? [] : [{ scope, meaning }];
  });
  const meanings = described
    .slice(0, mostListed)
    .map(({ scope, meaning }) => html`<li><code>${cutText(scope, 300)}</code> ${meaning}</li>`);
  return html`<dt>${operationTexts.scopes}</dt>
    <dd>
      ${listed ?? operationTexts.noScopes} ${moreText((sets?.length ?? 0) - mostListed)}
      ${
        described.length > 0
          ? html`<ul class="small">
                ${meanings}
              </ul>
              ${moreText(described.length - mostListed)}`
          : undefined
      }
    </dd>`;
}

function describeScope(scope: string, { document }: OperationNode): string | undefined {
  const meanings = [...document.securitySchemes.values()].flatMap(
    ({ declaredScopes }) => declaredScopes?.get(scope) ?? [],
  );
  const meaning = meanings.find((text) => text !== '');
  return meaning === undefined ? undefined : cutText(meaning, 500);
}

/** The credentials that the gateway forwards, since only the service behind it checks them. */
function renderForwarded({ security, document }: OperationNode): Html | undefined {
  const names = [...new Set(security.flatMap((requirement) => [...requirement.keys()]))];
  const forwarded = names.flatMap((name) => {
    const scheme = document.securitySchemes.get(name);
    return scheme?.isForwarded ? [scheme] : [];
  });
  if (forwarded.length === 0) return undefined;
  return html`<dt>${reference.credentials}</dt>
    ${forwarded.slice(0, mostListed).map(renderCredential)}
    ${renderMoreCredentials(forwarded.length - mostListed)}`;
}

function renderMoreCredentials(left: number): Html | undefined {
  return left > 0 ? html`<dd>${moreText(left)}</dd>` : undefined;
}

function renderCredential(scheme: SecuritySchemeNode): Html {
  const { location = '', name = '' } = scheme.apiKey;
  return html`<dd>
    ${cutText(reference.credential(location, name), 300)}
    ${renderShortDescription(scheme.text('description'))}
  </dd>`;
}
