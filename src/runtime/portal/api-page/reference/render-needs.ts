import type { CompiledApi, CompiledOperation } from '#compiled/compiled-api.ts';
import type { OperationNode, SecuritySchemeNode } from '#openapi/model.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { cutText } from '../../pages/render-within.ts';
import { texts } from '../../texts/texts.ts';
import type { ApiOperation } from '../api-operations.ts';
import type { FoundVersion } from '../find-version.ts';
import { renderShortDescription } from '../render-markdown.ts';
import { moreText } from './render-text.ts';

const { apiPage, reference } = texts;
const { operations: operationTexts } = apiPage;

/** The maximum number of scopes, and of credentials. */
const mostListed = 20;

/** The access that a call requires, the further credentials that the service asks for, and its rate limits. */
export function renderNeeds(
  { compiled: { access, scopes, limit } }: ApiOperation,
  { api }: FoundVersion,
  node: OperationNode,
): Html {
  return html`<dl class="facts">
    ${access === 'public' ? renderPublicAccess(api) : renderScopes(scopes, node)} ${renderForwarded(node)}
    ${
      limit &&
      html`<dt>${apiPage.operationLimit}</dt>
        <dd>${apiPage.limitOf(limit.requests, limit.unit)}</dd>`
    }
  </dl>`;
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
