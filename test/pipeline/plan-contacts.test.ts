import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Person } from '#compiled/ownership.ts';
import type { ProposedChange, ProposedContacts } from '#compiled/proposals/proposed-change.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { ChangePlanner } from '#pipeline/plan-change.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { draws } from '../full-run.ts';

const file = 'applications/dog_walker.yaml';
const ada: Person = {
  subject: 'user:staff/ada',
  emails: ['ada@example.edu'],
  provider: 'staff',
  groups: [],
};
const planner = new ChangePlanner('gateway.config.yaml', 'production');
const plan = (change: ProposedChange, text = cleanSources[file] ?? '') =>
  planner.plan(
    { tree: memorySourceTree({ ...cleanSources, [file]: text }), changed: 'all' },
    { change, person: ada },
    Date.parse('2026-11-23T10:00:00Z'),
  );

const unchanged = {
  change: 'application_changed',
  application: 'DogWalker',
  callbackUrls: ['https://walker.example.edu/callback'],
  grants: ['authorization_code', 'client_credentials'],
} as const;

const addresses = {
  email: ['ada@example.edu', "o'hara+dogs@example.edu", '#team@example.edu', 'null@example.edu'],
  webhook: ['https://hooks.example.edu/walker', "https://hooks.example.edu/a?b=c&d='e':"],
} as const;

/** The ways in which a person may have written the addresses, each with comments that stay. */
const layouts: Readonly<Record<string, (declared: object) => string>> = {
  block: (declared) =>
    `# Before.\nnotices: # of the application\n${Object.entries(declared)
      .map(([name, address]) => `  # about ${name}\n  ${name}: ${JSON.stringify(address)} # after ${name}\n`)
      .join('')}# Behind.\n`,
  plain: (declared) =>
    `# Before.\nnotices:\n${Object.entries(declared)
      .map(([name, address]) => `  ${name}: ${JSON.stringify(address)}\n`)
      .join('')}# Behind.\n`,
  flow: (declared) => `# Before.\nnotices: ${JSON.stringify(declared)} # of the application\n# Behind.\n`,
};

const optional = (texts: readonly string[]) => fc.option(fc.constantFrom(...texts), { nil: undefined });
const declaredContacts = fc.record({
  email: optional(addresses.email),
  webhook: optional(addresses.webhook),
});
const wantedContacts = fc.record({
  email: optional(['', ...addresses.email]),
  webhook: optional(['', ...addresses.webhook]),
});

/** The members that have a value. */
const present = (contacts: object) =>
  Object.fromEntries(
    Object.entries(contacts).filter(([, address]) => address !== undefined && address !== ''),
  );

describe('the addresses for notices of an application', () => {
  test('are changed where they are declared, and what stays keeps its comments', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(layouts)),
        declaredContacts,
        wantedContacts,
        async (layout, declared, wanted: ProposedContacts) => {
          const before = present(declared);
          const isDeclared = Object.keys(before).length > 0;
          const text = `${cleanSources[file] ?? ''}${isDeclared ? (layouts[layout]?.(before) ?? '') : ''}`;
          const given = Object.fromEntries(
            Object.entries(wanted).filter(([, address]) => address !== undefined),
          );
          const after = present({ ...before, ...given });
          const planned = plan({ ...unchanged, contacts: wanted }, text);
          const isSame = ['email', 'webhook'].every((name) => before[name] === after[name]);
          if (isSame) {
            await expect(planned).rejects.toThrow('Nothing would change.');
            return;
          }
          // The comments of a member would be lost with it.
          const isRemoved = Object.keys(before).some((name) => !(name in after));
          const isAllRemoved = isDeclared && Object.keys(after).length === 0;
          if ((layout === 'block' && isRemoved) || (layout === 'flow' && isAllRemoved)) {
            await expect(planned).rejects.toThrow('may hold a comment, so it has to be edited by hand.');
            return;
          }
          const { files, title } = await planned;
          expect(title).toBe('Change the settings of DogWalker');
          expect(Object.keys(files)).toEqual([file]);
          const edited = files[file] ?? '';
          const { notices, ...others } = parse(edited) as Readonly<Record<string, object>>;
          expect(notices).toEqual(Object.keys(after).length === 0 ? undefined : after);
          expect(others).toEqual(parse(cleanSources[file] ?? ''));
          if (!isDeclared) expect(edited.startsWith(text)).toBe(true);
          for (const [comment] of text.matchAll(/# .*/g))
            if (notices || comment !== '# of the application') expect(edited).toContain(comment);
        },
      ),
      { numRuns: draws(300) },
    );
  });

  test('are part of a new application', async () => {
    const change = {
      change: 'application_added',
      name: 'CatCafe',
      type: 'service',
      owner: 'ada@example.edu',
      callbackUrls: [],
      grants: [],
      contacts: { email: 'cats@example.edu', webhook: '' },
    } as const;
    const { files } = await plan(change);
    expect(files['applications/cat_cafe.yaml']).toBe(`kind: Application
name: CatCafe
type: service
owner: ada@example.edu
grants:
  - client_credentials
notices:
  email: cats@example.edu
`);
    const without = await plan({ ...change, contacts: { email: '', webhook: '' } });
    expect(without.files['applications/cat_cafe.yaml']).not.toContain('notices');
  });

  test.for([
    ['a@example.edu\nowner: eve', 'The e-mail address has a character that cannot be shown. It is U+000A.'],
    ['a@example.edu\u202E', 'The e-mail address has a character that cannot be shown. It is U+202E.'],
    [`${'a'.repeat(3000)}@example.edu`, 'The e-mail address has more than 2000 characters.'],
    ['   ', 'The e-mail address is empty.'],
  ])('are one line each: %j', async ([email = '', message = '']) => {
    await expect(plan({ ...unchanged, contacts: { email } })).rejects.toThrow(message);
  });

  test.for(['nobody', 'a@b.example, c@d.example', '*alias', '!!binary x', '{ email: x }', '- a@b.example'])(
    'are checked as declarations, and not read as YAML: %j',
    async (email) => {
      const { diagnostics, files } = await plan({ ...unchanged, contacts: { email } });
      expect((parse(files[file] ?? '') as { readonly notices: object }).notices).toEqual({ email });
      expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ at }) => at)).toMatchObject([
        { file, pointer: '/notices/email' },
      ]);
    },
  );
});
