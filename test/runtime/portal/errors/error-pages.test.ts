// @module-tag full
import { describe, expect, test } from 'vitest';
import { errorCodes } from '#compiled/answers/error-codes.ts';
import { oauthRefusals } from '#runtime/rejection/oauth-refusals.ts';
import { start, writeSources } from '../../../serve/running-gateway.ts';
import { parkTable } from '../api-page/park-table.ts';
import { pageText } from '../page-text.ts';
import { visit, visitPage } from '../visit-in-test.ts';

const oauthErrors = new Set<string>(Object.values(oauthRefusals).map(({ error }) => error));

/** Starts a gateway whose configuration ends with `settings`. */
async function startGateway(settings: string) {
  const { root, write } = await writeSources();
  await write('gateway.config.yaml', (text) => `${text}\n${settings}\n`);
  return start({ root, plainHttp: true });
}

describe('the pages of errors', () => {
  test('say what an error means, and what to do', async () => {
    expect(pageText(await visitPage(parkTable(), '/store/errors/version_missing'))).toMatchInlineSnapshot(`
      "- [Errors](/store/errors)
      - version_missing
      # version_missing
      Status
      400
      Meaning
      The request does not name a version of the API. Send the version in the API-Version header.
      Usual cause
      The client calls the address without a version, as it would call a gateway with versions in its addresses.
      What to do
      Send the header API-Version with one of the versions that the store lists.
      [Find the API, and how it is called](/store)"
    `);
  });

  test.each([
    ['not_subscribed', '[Request a subscription](/store/proposals/new/subscribe)'],
    ['scope_insufficient', '[Show your applications and their subscriptions](/store/applications)'],
    ['token_invalid', '[Find the API, and how it is called](/store)'],
  ])('lead on from %s', async (code, link) => {
    expect(pageText(await visitPage(parkTable(), `/store/errors/${code}`))).toContain(link);
  });

  test('list the causes of an error of OAuth', async () => {
    expect(pageText(await visitPage(parkTable(), '/store/errors/unsupported_grant_type')))
      .toMatchInlineSnapshot(`
      "- [Errors](/store/errors)
      - unsupported_grant_type
      # unsupported_grant_type
      Status
      400
      Meaning
      An OAuth endpoint refused the request (RFC 6749 section 5.2).
      Causes
      The token endpoint does not support this grant.
      What to do
      Compare error_description in the body with the causes above, and correct the request."
    `);
  });

  test.each([...Object.keys(errorCodes), ...oauthErrors])('exist for %s, and are listed', async (code) => {
    expect(await visit(parkTable(), `/store/errors/${code}`)).toMatchObject({ status: 200 });
    expect(await visitPage(parkTable(), '/store/errors')).toContain(`href="/store/errors/${code}"`);
  });

  test('have one name each', () => {
    expect(Object.keys(errorCodes).filter((code) => oauthErrors.has(code))).toEqual([]);
  });

  test.each(['unknown', 'constructor', '__proto__', '%3Cscript%3E'])('do not exist for %s', async (code) => {
    expect(await visit(parkTable(), `/store/errors/${code}`)).toMatchObject({ status: 404 });
  });
});

describe('moreInformation', () => {
  test('leads to the page in the store, which everyone may read', async () => {
    const { gatewayUrl } = await startGateway('store: { visibility: signed-in }');
    const refused = await fetch(`${gatewayUrl}/dog_park/v1/dogs`);
    const { moreInformation } = (await refused.json()) as { moreInformation: string };
    expect(moreInformation).toBe(`${gatewayUrl}/store/errors/token_missing`);
    const page = await fetch(moreInformation, { redirect: 'manual' });
    expect([page.status, pageText(await page.text()).includes('# token_missing')]).toEqual([200, true]);
  });

  test('leads to the declared pages', async () => {
    const { gatewayUrl } = await startGateway('store: {}\nerrorDocsUrl: https://docs.example.edu/errors');
    const refused = await fetch(`${gatewayUrl}/dog_park/v1/dogs`);
    expect(await refused.json()).toMatchObject({
      moreInformation: 'https://docs.example.edu/errors/token_missing',
    });
  });

  test('is left out without a store', async () => {
    const { gatewayUrl } = await startGateway('');
    const refused = await fetch(`${gatewayUrl}/dog_park/v1/dogs`);
    expect(await refused.json()).not.toHaveProperty('moreInformation');
  });
});
