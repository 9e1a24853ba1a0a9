import type { Json } from '#compiled/json.ts';
import type { BodyNode } from '#openapi/model.ts';
import { mediaTypeOf } from './media-types.ts';
import { declareField, type DeclaredParameter } from './parameters/declared-parameter.ts';

/** The declared body for one media type, or for a range of media types. */
export interface DeclaredContent {
  /** `application/json`, a range such as `text/*`, or the range of all types; in lower case and without parameters. */
  readonly mediaType: string;
  readonly schema: Json | undefined;
  /** The fields of a form; undefined if the body is not a form. */
  readonly fields: readonly DeclaredParameter[] | undefined;
}

/** The declaration of a body. If the document names no media type, any is accepted. */
export function declareContent({ mediaType, isAssumed, writtenSchema, fields }: BodyNode): DeclaredContent {
  return {
    mediaType: isAssumed ? '*/*' : mediaTypeOf(mediaType),
    schema: writtenSchema,
    fields: fields?.map(declareField),
  };
}
