import { placeOf, type Place } from '../../../../source/place.ts';
import { defineRule } from '../../../rule/define-rule.ts';
import { editGateway } from '../../../rule/example-edits.ts';
import type { Finding } from '../../../workspace/finding.ts';

const organisation = 'organisation: Example University';

export const gatewayStateUrl = defineRule({
  name: 'gateway-state-url',
  section: '5',
  severity: 'error',
  group: 'integrity',
  summary: 'State that is kept in redis has a URL, and state that is kept elsewhere has none.',
  why: 'Without the address the gateway could not start; an address that nothing uses is a sign that the store is the wrong one.',
  examples: [
    {
      title: 'Redis and its URL',
      edits: [
        editGateway(organisation, `${organisation}\nstate: { store: redis, url: { fromEnv: REDIS_URL } }`),
      ],
      findings: [],
    },
    {
      title: 'Sqlite',
      edits: [editGateway(organisation, `${organisation}\nstate: { store: sqlite }`)],
      findings: [],
    },
    {
      title: 'Redis without a URL',
      edits: [editGateway(organisation, `${organisation}\nstate: { store: redis }`)],
      findings: [
        'gateway.config.yaml:4:17 The state is kept in redis, and there is no `url` to reach it by.',
      ],
    },
    {
      title: 'Sqlite with a URL',
      edits: [
        editGateway(organisation, `${organisation}\nstate: { store: sqlite, url: { fromEnv: REDIS_URL } }`),
      ],
      findings: ['gateway.config.yaml:4:25 The state is kept in sqlite, which has no use for a `url`.'],
    },
  ],
  check: {
    gateway: ({ value: { state }, place }, { report }) => {
      if (state?.store === 'redis' && !state.url) report(describeMissing(placeOf(place, 'state', 'store')));
      if (state && state.store !== 'redis' && state.url) {
        report(describeSurplus(state.store, placeOf(place, 'state', 'url')));
      }
    },
  },
});

function describeMissing(at: Place): Finding {
  return {
    at,
    message: 'The state is kept in redis, and there is no `url` to reach it by.',
    help: 'Add `url: { fromEnv: REDIS_URL }`, or make the store sqlite.',
  };
}

function describeSurplus(store: string, at: Place): Finding {
  return {
    at,
    part: 'key',
    message: `The state is kept in ${store}, which has no use for a \`url\`.`,
    help: 'Remove it, or make the store redis.',
  };
}
