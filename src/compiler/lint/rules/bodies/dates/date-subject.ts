import type { Json } from '#compiled/json.ts';
import type { SchemaNode } from '#openapi/model.ts';
import type { DateName } from './date-name.ts';

/** A field with the name of a date or a time. */
export interface DateSubject {
  /** As the subject of a sentence: "The property `createdAt`". */
  readonly label: string;
  readonly kind: DateName;
  readonly schema: SchemaNode;
  /** Next to the schema. */
  readonly description?: Json | undefined;
  /** Examples that are given next to the schema. */
  readonly examples: readonly Json[];
  /** Whether the schema is only here, so that it can be changed. */
  readonly isOwn: boolean;
  /** Whether a format may be added: not if callers send the values, since others would then be refused. */
  readonly mayFix: () => boolean;
}
