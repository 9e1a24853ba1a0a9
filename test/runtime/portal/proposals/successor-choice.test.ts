import { expect, test } from 'vitest';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { listedBy, openPublisher, userOf } from '../publisher/publisher-in-test.ts';

/** Versions of DogPark in these states. */
function versions(states: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const declared = cleanSources['apis/dog_park/v1/api.yaml'] ?? '';
  const files = Object.entries(states).map(([version, state]) => [
    `apis/dog_park/${version}/api.yaml`,
    declared
      .replace('version: v1', `version: ${version}`)
      .replace('state: published', `state: ${state}`)
      .replace('definition: ./', 'definition: ../v1/'),
  ]);
  return {
    ...cleanSources,
    ...(Object.fromEntries(files) as Record<string, string>),
    'gateway.config.yaml': `${cleanSources['gateway.config.yaml']}store: { title: Parks }\n`,
    'teams.yaml': 'kind: Team\nname: parks-team\nmembers: [ada]\n',
  };
}

const two = { v1: 'published', v10: 'published' };

test.for([
  ['v1', two, '', 'DogPark/v10'],
  ['v10', two, '', ''],
  ['v1', { v1: 'published', v10: 'created', v11: 'published' }, '', 'DogPark/v11'],
  ['v1', { v1: 'published', v10: 'created' }, '', ''],
  ['v1', two, '&successor=DogPark/v10', 'DogPark/v10'],
  ['v1', two, '&successor=', ''],
] as const)(
  'the successor of %s among %o, opened with “%s”, is %s',
  async ([version, states, query, chosen]) => {
    const services = { proposals: listedBy(async () => []) };
    const { visit } = await openPublisher({ files: versions(states), services });
    const { text } = await visit(`/store/proposals/new/deprecate?api=DogPark/${version}${query}`, userOf());
    const [, field = ''] = /<select id="successor"([^]*?)<\/select>/.exec(text) ?? [];
    const selected = [...field.matchAll(/<option value="([^"]*)" ?selected/g)].map(([, value]) => value);
    expect(selected).toEqual(chosen === '' ? [] : [chosen]);
    expect(field).toContain('<option value=""');
  },
);
