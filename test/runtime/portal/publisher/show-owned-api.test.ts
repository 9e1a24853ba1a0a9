import { describe, expect, test } from 'vitest';
import { parsePage } from '../../oauth/authorize/browser-in-test.ts';
import { readable } from '../readable-html.ts';
import { driftOfDogs, proposalOf, usageOfDogs } from './publisher-facts.ts';
import { listedBy, openPublisher, publishedRepository, userOf } from './publisher-in-test.ts';

const path = '/store/publisher/dog_park/v1';

/** An API version with everything that the page can show. */
function openFull() {
  const list = [proposalOf({ subject: { aspect: 'lifecycle', api: 'DogPark/v1' } }), proposalOf()];
  const proposals = listedBy(async () => list);
  return openPublisher({ usage: usageOfDogs, drift: driftOfDogs, services: { proposals } });
}

describe('the page of a version for its owner', () => {
  test('shows proposals, subscribers, next steps, findings and drift', async () => {
    const { visit } = await openFull();
    const { status, text } = await visit(path, userOf());
    expect(status).toBe(200);
    parsePage(text);
    expect(text).toContain('<div class="plots">');
    // The plots have tests of their own.
    const shown = text.replace(/<div class="plots">[^]*?<\/details>/, '<!-- plots and figures -->');
    await expect(readable(shown)).toMatchFileSnapshot('pages/owned-api.html.txt');
  });

  test('explains each part that is empty', async () => {
    const files = {
      ...publishedRepository,
      'apis/dog_park/v1/subscriptions.yaml': 'kind: Tier\nname: silver\n',
    };
    const { visit } = await openPublisher({ files });
    const { text } = await visit('/store/publisher/dog_park/v10', userOf());
    const page = parsePage(text).text;
    expect(page).not.toContain('Proposals that wait for you');
    expect(page).toContain('No application is subscribed to this version.');
    expect(page).toContain(
      'so the store cannot propose changes. Edit the file of the declaration in the repository',
    );
    expect(page).toContain(
      'No request or response differed from the document since the gateway was started.',
    );
    expect(page).toContain(
      'Set “validation: { responses: report }” in its declaration to have them checked.',
    );
    expect(text).not.toContain('/store/proposals/new/');
  });

  test('shows calls under names without a subscription, as after a rename', async () => {
    const calling = usageOfDogs.map((one) => ({ ...one, application: 'DogRunner' }));
    const [text, broken] = await Promise.all(
      [
        [...calling, { ...calling[0]!, application: '' }],
        [{ ...calling[0]!, application: '<b>x</b>' }, ...usageOfDogs],
      ].map(async (usage) => (await (await openPublisher({ usage })).visit(path, userOf())).text),
    );
    const page = parsePage(text ?? '').text.replaceAll(/\s+/g, ' ');
    const former =
      'DogRunner has no subscription now. Earlier calls of a renamed application are counted under its former name.';
    expect(page).toContain(`There were other calls in the last 14 days. ${former}`);
    expect(page).toContain(`DogWalker is subscribed. DogRunner called in the last 14 days. ${former}`);
    expect(parsePage(broken ?? '').text).toContain('DogWalker and <b>x</b> called in the last 14 days.');
  });

  test('has a page for each rule, which exists for its owners alone', async () => {
    const { visit } = await openFull();
    const findings = `${path}/findings?rule=`;
    for (const rule of ['nothing', '<script>alert(1)</script>']) {
      const none = await visit(findings + encodeURIComponent(rule), userOf());
      expect([none.status, parsePage(none.text).text]).toEqual([
        200,
        expect.stringContaining('Lint reports nothing of this rule in this version any more.'),
      ]);
      expect(none.text).not.toContain('<script>alert');
    }
    expect((await visit(`${findings}collection-metadata&page=99`, userOf())).text).toContain(
      '/components/schemas/DogPage',
    );
    for (const wrong of [findings, `${path}/findings`, findings + 'x'.repeat(101)])
      expect((await visit(wrong, userOf())).status).toBe(404);
    const stranger = userOf({ teams: [], emails: [] });
    expect((await visit(`${findings}collection-metadata`, stranger)).status).toBe(404);
  });

  test.each([
    ['another user', userOf({ teams: [], emails: [] })],
    ['an owner of another API', userOf({ teams: [], emails: ['ada@example.edu'] })],
    ['a user whose name is similar', userOf({ username: 'parks-team2', teams: ['Parks-Team'] })],
  ])('does not exist for %s', async (_, user) => {
    const { visit } = await openFull();
    const [hidden, unknown] = [await visit(path, user), await visit('/store/publisher/nothing/v1', user)];
    expect(hidden.status).toBe(404);
    expect(hidden.text).toBe(unknown.text);
  });

  test.each([20, 150, 400])(
    'shows all findings, those of a rule on as many pages as they need: names of %i',
    async (length) => {
      const definition = publishedRepository['apis/dog_park/v1/openapi.yaml'] ?? '';
      const paths = Array.from({ length: 300 }, (_, index) => {
        const name = `  /camelCase${index}${'x'.repeat(length)}:\n`;
        return `${name}    get: { summary: A., responses: { '200': { description: A. } } }\n`;
      });
      const files = {
        ...publishedRepository,
        'apis/dog_park/v1/openapi.yaml': definition.replace('paths:\n', `paths:\n${paths.join('')}`),
        'gateway.config.yaml': `${publishedRepository['gateway.config.yaml']}lint: { rules: { path-snake-case: warning } }\n`,
      };
      const { visit } = await openPublisher({ files, services: { proposals: listedBy(async () => []) } });
      const { text } = await visit(path, userOf());
      expect(text.length).toBeLessThan(100_000);
      expect(parsePage(text).text).toContain('Show all 300');
      const [, all = ''] = /href="([^"]+\/findings\?rule=path-snake-case)"/.exec(text) ?? [];
      const seen = new Set<string>();
      let next: string | undefined = all;
      while (next !== undefined) {
        const page: string = (await visit(next, userOf())).text;
        expect(page.length).toBeLessThan(100_000);
        parsePage(page);
        // A link that is too long is left out.
        const links = page.match(/proposals\/new\/suppress\?[^"]+rule=path-snake-case/g) ?? [];
        expect(links.length > 0).toBe(length < 400);
        for (const [, name = ''] of page.matchAll(/<code class="pointer">\s*<bdi>\/paths\/~1camelCase(\d+)/g))
          seen.add(name);
        next = /href="([^"]+)" rel="next"/.exec(page)?.[1]?.replaceAll('&amp;', '&');
      }
      expect(seen.size).toBe(300);
    },
  );
});
