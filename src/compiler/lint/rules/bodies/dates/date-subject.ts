import type { Json } from '#compiled/json.ts';
import type { SchemaNode } from '#openapi/model.ts';
import type { DateName } from './date-name.ts';

/** A field with the name of a date or a time. */
export interface DateSubject {
  /** As the subject of a sentence: "The property `createdAt`". */
  readonly label: string;
  readonly kind: DateName;
  readonly schema: SchemaNode;
  /** The description next to the schema. */
  readonly description?: Json | undefined;
  /** Examples that are given next to the schema. */
  readonly examples: readonly Json[];
  /** Whether the schema is written here and not behind a reference, so that a fix may change it. */
  readonly isOwn: boolean;
  /** Whether a fix may add a format. Not if callers send the values: it would refuse values that are valid now. */
  readonly mayFix: () => boolean;
}
