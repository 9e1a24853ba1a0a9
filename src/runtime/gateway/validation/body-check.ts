import { isUtf8 } from 'node:buffer';
import { subjectInBody } from './describe-error.ts';
import type { Findings } from './findings.ts';
import type { BodyKind } from './media-types.ts';
import { NamedValues } from './parameters/named-values.ts';
import type { DeclaredContent } from './declared-content.ts';
import { ParameterCheck } from './parameters/parameter-check.ts';
import { parseJson } from './parse-json.ts';
import type { SchemaBag } from './schemas/schema-bag.ts';
import { allowanceFor, checkOfSchema, explainErrors, maxUntimedLength } from './parameters/value-check.ts';
import { tooSlow, withinTime } from './schemas/within-time.ts';

/**
 * The longest body, in bytes, for which all errors are reported; only the first one for a longer body, to limit the
 * work.
 */
const maxExplainedLength = 8 * 1024;

/** Checks a complete body, and adds its problems to `findings`. */
export type CheckBody = (body: Buffer, findings: Findings) => void;

/** The checks for bodies of a media type, or of a range of media types. */
export interface ContentPlan {
  readonly mediaType: string;
  /** The check for bodies of a kind; undefined if such a body streams through unread. */
  readonly checkFor: (kind: BodyKind) => CheckBody | undefined;
}

/** Returns the result of a task that may throw because of a schema; undefined if it threw. The error is reported. */
export type Attempt = <T>(make: () => T) => T | undefined;

/** Plans the checks of a declared body. Each check is compiled when the first body of its kind arrives. */
export function planContent(declared: DeclaredContent, schemas: SchemaBag, attempt: Attempt): ContentPlan {
  schemas.hold();
  const known = new Map<BodyKind, CheckBody | undefined>();
  return {
    mediaType: declared.mediaType,
    checkFor: (kind) => {
      if (!known.has(kind))
        known.set(
          kind,
          attempt(() => compileCheck(declared, kind, schemas)),
        );
      return known.get(kind);
    },
  };
}

function compileCheck(
  { schema, fields }: DeclaredContent,
  kind: BodyKind,
  schemas: SchemaBag,
): CheckBody | undefined {
  if (kind === 'json' && schema !== undefined) return compileJsonCheck(schema, schemas);
  if (kind === 'form' && fields) return compileFormCheck(fields, schemas);
  return undefined;
}

function compileJsonCheck(schema: DeclaredContent['schema'], schemas: SchemaBag): CheckBody {
  const normal = schemas.normalise(schema);
  const check = checkOfSchema(normal, schemas);
  return (body, findings) => {
    const parsed = parseJson(body);
    if (!parsed.ok) return void findings.malformedBody.push(`The body ${parsed.problem}.`);
    const errors = check?.(parsed.value, body.length);
    if (!errors) return;
    const isLong = body.length > maxExplainedLength;
    const all = isLong ? errors : explainErrors(errors, normal, schemas, parsed.value);
    findings.addErrors(all, subjectInBody);
  };
}

function compileFormCheck(fields: NonNullable<DeclaredContent['fields']>, schemas: SchemaBag): CheckBody {
  const values = new NamedValues(
    fields.map((field) => new ParameterCheck(field, schemas)),
    'form',
  );
  return (body, findings) => {
    if (!isUtf8(body)) return void findings.malformedBody.push('The body is not valid UTF-8.');
    const check = () => values.check(body.toString(), findings);
    if (body.length <= maxUntimedLength) return check();
    if (withinTime(check, allowanceFor(body.length)) === tooSlow)
      findings.violations.push('The body takes too long to check.');
  };
}
