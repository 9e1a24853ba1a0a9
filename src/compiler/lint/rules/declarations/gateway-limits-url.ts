import { placeOf, type Place } from '../../../../source/place.ts';
import { defineRule } from '../../../rule/define-rule.ts';
import { editGateway } from '../../../rule/example-edits.ts';
import type { Finding } from '../../../workspace/finding.ts';

const organisation = 'organisation: Example University';
const limits = (fields: string) => editGateway(organisation, `${organisation}\nlimits: ${fields}`);

export const gatewayLimitsUrl = defineRule({
  name: 'gateway-limits-url',
  section: '8',
  severity: 'error',
  group: 'integrity',
  summary: 'Calls that are counted in redis have a URL, and calls that are counted locally have none.',
  why: 'Without the address nothing could be counted; an address that nothing uses is a sign that the counters are the wrong ones.',
  examples: [
    {
      title: 'Redis and its URL',
      edits: [limits('{ counters: redis, url: { fromEnv: REDIS_URL } }')],
      findings: [],
    },
    { title: 'Local counters', edits: [limits('{ counters: local }')], findings: [] },
    {
      title: 'Redis without a URL',
      edits: [limits('{ counters: redis }')],
      findings: [
        'gateway.config.yaml:4:21 Calls are counted in redis, and there is no `url` to reach it by.',
      ],
    },
    {
      title: 'Local counters with a URL',
      edits: [limits('{ counters: local, url: { fromEnv: REDIS_URL } }')],
      findings: ['gateway.config.yaml:4:28 Calls are counted locally, which has no use for a `url`.'],
    },
  ],
  check: {
    gateway: ({ value: { limits: declared }, place }, { report }) => {
      if (!declared) return;
      const isRedis = declared.counters === 'redis';
      if (isRedis && !declared.url) report(describeMissing(placeOf(place, 'limits', 'counters')));
      if (!isRedis && declared.url) report(describeSurplus(placeOf(place, 'limits', 'url')));
    },
  },
});

function describeMissing(at: Place): Finding {
  return {
    at,
    message: 'Calls are counted in redis, and there is no `url` to reach it by.',
    help: 'Add `url: { fromEnv: REDIS_URL }`, or make the counters local.',
  };
}

function describeSurplus(at: Place): Finding {
  return {
    at,
    part: 'key',
    message: 'Calls are counted locally, which has no use for a `url`.',
    help: 'Remove it, or make the counters redis.',
  };
}
