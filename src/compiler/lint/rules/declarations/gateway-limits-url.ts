import { placeOf, type Place } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editGateway } from '#compiler/rule/example-edits.ts';
import type { Finding } from '#compiler/workspace/finding.ts';

const organisation = 'organisation: Example University';
const limits = (fields: string) => editGateway(organisation, `${organisation}\nlimits: ${fields}`);

export const gatewayLimitsUrl = defineRule({
  name: 'gateway-limits-url',
  section: '8',
  severity: 'error',
  group: 'integrity',
  summary: 'Rate counters in redis have a URL, and local rate counters have none.',
  why: 'Without the URL, calls cannot be counted; an unused URL suggests that the wrong counters are configured.',
  examples: [
    {
      title: 'Redis and its URL',
      edits: [limits('{ counters: redis, url: { fromEnv: REDIS_URL } }')],
      findings: [],
    },
    {
      title: 'Redis without a URL',
      edits: [limits('{ counters: redis }')],
      findings: ['gateway.config.yaml:4:21 The counters are in redis, but `url` is missing.'],
    },
    {
      title: 'Local counters with a URL',
      edits: [limits('{ counters: local, url: { fromEnv: REDIS_URL } }')],
      findings: ['gateway.config.yaml:4:28 Local counters do not use a `url`.'],
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
    message: 'The counters are in redis, but `url` is missing.',
    help: 'Add `url: { fromEnv: REDIS_URL }`, or use local counters.',
  };
}

function describeSurplus(at: Place): Finding {
  return {
    at,
    part: 'key',
    message: 'Local counters do not use a `url`.',
    help: 'Remove it, or use redis counters.',
  };
}
