import { placeOf, type Place } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editGateway } from '#compiler/rule/example-edits.ts';
import type { Finding } from '#compiler/workspace/finding.ts';

const organisation = 'organisation: Example University';

export const gatewayStateUrl = defineRule({
  name: 'gateway-state-url',
  section: '5',
  severity: 'error',
  group: 'integrity',
  summary: 'A redis state store has a URL, and other state stores have none.',
  why: 'Without the URL, the gateway cannot start; an unused URL suggests that the wrong store is configured.',
  examples: [
    {
      title: 'Redis and its URL',
      edits: [
        editGateway(organisation, `${organisation}\nstate: { store: redis, url: { fromEnv: REDIS_URL } }`),
      ],
      findings: [],
    },
    {
      title: 'Redis without a URL',
      edits: [editGateway(organisation, `${organisation}\nstate: { store: redis }`)],
      findings: ['gateway.config.yaml:4:17 The state store is redis, but `url` is missing.'],
    },
    {
      title: 'Sqlite with a URL',
      edits: [
        editGateway(organisation, `${organisation}\nstate: { store: sqlite, url: { fromEnv: REDIS_URL } }`),
      ],
      findings: ['gateway.config.yaml:4:25 The state store sqlite does not use a `url`.'],
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
    message: 'The state store is redis, but `url` is missing.',
    help: 'Add `url: { fromEnv: REDIS_URL }`, or set the store to sqlite.',
  };
}

function describeSurplus(store: string, at: Place): Finding {
  return {
    at,
    part: 'key',
    message: `The state store ${store} does not use a \`url\`.`,
    help: 'Remove it, or set the store to redis.',
  };
}
