import type { Static } from 'typebox';
import { ApprovalSchema } from './approval.ts';
import { kindSchemas } from './kind-schemas.ts';
import { IgnoreEntrySchema } from './parts/ignore-entry.ts';

const entrySchemas = { IgnoreEntry: IgnoreEntrySchema, Approval: ApprovalSchema } as const;

/** Every schema for the content of the sources. */
export const checkedSchemas = { ...kindSchemas, ...entrySchemas } as const;

export type Checked = keyof typeof checkedSchemas;

/** The entries of the lists next to the configuration. */
export type EntryOfKind = { readonly [K in keyof typeof entrySchemas]: Static<(typeof entrySchemas)[K]> };
