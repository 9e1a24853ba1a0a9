import type { FlatSchema } from '../flat-schema.ts';
import type { SchemaFacts } from '../schema-fact.ts';
import { asCode } from '../../../wording/code-in-text.ts';
import { tighteningPatterns } from '../tightening-patterns.ts';

export function comparePatterns(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const removed = tighteningPatterns(base.patterns, head.patterns);
  const added = tighteningPatterns(head.patterns, base.patterns);
  const [before, after] = [removed.join(' '), added.join(' ')];
  const [was, is] = [removed, added].map((patterns) => patterns.map(asCode).join(' '));
  const keyword = 'pattern';
  if (removed.length > 0 && added.length > 0)
    facts.report('pattern-changed', { before, after, part: keyword, what: `${was} → ${is}`, keyword });
  else if (added.length > 0)
    facts.report('pattern-added', {
      action: 'add',
      after,
      part: `pattern ${is}`,
      what: 'was added',
      keyword,
    });
  else if (removed.length > 0)
    facts.report('pattern-removed', {
      action: 'remove',
      before,
      part: `pattern ${was}`,
      what: 'was removed',
      keyword,
    });
}
