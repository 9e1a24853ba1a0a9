import type { FlatSchema } from '../flat-schema.ts';
import type { SchemaFacts } from '../schema-fact.ts';
import { tighteningPatterns } from '../tightening-patterns.ts';

export function comparePatterns(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const removed = tighteningPatterns(base.patterns, head.patterns);
  const added = tighteningPatterns(head.patterns, base.patterns);
  const [before, after] = [removed.join(' '), added.join(' ')];
  const keyword = 'pattern';
  if (removed.length > 0 && added.length > 0)
    facts.report('pattern-changed', { before, after, part: keyword, what: `${before} → ${after}`, keyword });
  else if (added.length > 0)
    facts.report('pattern-added', {
      action: 'add',
      after,
      part: `pattern ${after}`,
      what: 'was added',
      keyword,
    });
  else if (removed.length > 0)
    facts.report('pattern-removed', {
      action: 'remove',
      before,
      part: `pattern ${before}`,
      what: 'was removed',
      keyword,
    });
}
