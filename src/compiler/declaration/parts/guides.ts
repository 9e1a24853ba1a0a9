import Type from 'typebox';

/** The Markdown files that the store shows as guides to `subject`, in their order. */
export function GuidesSchema(subject: string) {
  return Type.Array(
    Type.String({
      pattern: '^[^\\\\]*[A-Za-z0-9][^/\\\\]*\\.md$',
      description: 'A Markdown file of at most 64 KiB, relative to this file: docs/getting-started.md.',
    }),
    {
      uniqueItems: true,
      maxItems: 50,
      description: `Markdown files that the store shows as guides to ${subject}, in this order.`,
    },
  );
}
