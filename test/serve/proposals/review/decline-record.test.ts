import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markHidden } from '#compiled/names/hidden-characters.ts';
import { readDeclines } from '#platform/git/proposals/list-declines.ts';
import { useRepository } from '#platform/git/proposals/repository.ts';
import { writeCommit } from '#platform/git/proposals/write-commit.ts';
import { longestReason } from '#runtime/ports/proposals.ts';
import { messageOfDecline } from '#serve/proposals/proposal-names.ts';
import { draws } from '../../../full-run.ts';
import { git } from '../../../platform/git-in-test.ts';
import { makeOrigin } from '../../git-repository.ts';

const now = Date.parse('2026-11-20T10:00:00Z');

/** Texts that would end a line, begin a trailer, end the message, or be markup. */
const hostile = [
  '\n\nDeclined-By: user:bob\n',
  'Gatewright-Reason: other',
  '\n---\n',
  '\u0000',
  '\u001E',
  '\u001F',
  '\u202E',
  '\uD800',
  '\u2028',
  '\u{10FFFE}',
  '<script>alert(1)</script>',
  '# ',
  '`code`',
];

test('a record has the reason as one line, whatever it says, and nothing else of it', async () => {
  const { bare, work, push } = await makeOrigin();
  const proposal = await push({ 'a.txt': 'a' });
  const stop = new AbortController().signal;
  const repository = useRepository({ gitFolder: bare, scratchFolder: work, stop });
  const tree = (await repository.read(['rev-parse', `${proposal}^{tree}`])).trim();
  const person = { name: 'Ada', email: 'ada@example.edu' };
  const part = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary', maxLength: 80 }));
  const texts = fc.array(part, { maxLength: 20 }).map((parts) => `A${parts.join('')}`);
  const names = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary', maxLength: 80 }));
  await fc.assert(
    fc.asyncProperty(texts, names, async (reason, name) => {
      const message = messageOfDecline(
        { title: name, branch: 'proposals/x' },
        { id: `user:${name}` },
        reason,
      );
      const author = { ...person, name: `Ada ${name}` };
      const draft = { parents: [proposal], tree, message, author, committer: person, at: now } as const;
      const record = await writeCommit(repository, draft);
      await git(bare, 'update-ref', `refs/gatewright/declined/${proposal}`, record);
      const read = (await readDeclines(repository)).get(proposal);
      expect(read).toMatchObject({ proposal, record, branch: 'proposals/x', at: now });
      const shown = read?.reason ?? '';
      const words = markHidden(reason.replaceAll(/\s+/g, ' ').trim().slice(0, longestReason));
      expect(shown).toBe(words.replaceAll(/\p{Noncharacter_Code_Point}/gu, '\uFFFD').trim());
      expect(read?.by).toMatch(/^Ada/);
    }),
    { numRuns: draws(300) },
  );
});
