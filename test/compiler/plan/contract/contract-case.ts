import Type, { type Static } from 'typebox';

const closed = { additionalProperties: false };

const verdict = ['breaking', 'risky', 'compatible', 'text', 'none'] as const;

const evaluationFields = {
  /** Each as `id` or `id GET /dogs, PUT /dogs/{id}`: a fragment has one operation, which is left out. Sorted. */
  changes: Type.Array(Type.String()),
  /** That of the worst of the changes. */
  verdict: Type.Enum([...verdict]),
  /**
   * The expected changes of the others. `breaking`: even if only when that is enabled. `differs`: only that the two
   * differ. `passes`: only that nothing breaks.
   */
  theirs: Type.Optional(Type.Enum([...verdict.filter((one) => one !== 'risky'), 'differs', 'passes'])),
  /** Needed where theirs is another verdict. */
  reason: Type.Optional(Type.String({ pattern: '^[A-Z].*\\.$' })),
};

const EvaluationSchema = Type.Object(evaluationFields, closed);

/** The two sides of a case: whole documents, or the input of `completeDocument`. */
const FormSchema = Type.Enum(['document', 'operation', 'parameters', 'schema']);

const CaseSchema = Type.Object(
  {
    name: Type.String(),
    from: Type.String({ pattern: '^(own$|openapi-diff:.|optic:.)' }),
    in: Type.Optional(FormSchema),
    /** The version of both sides, or of each. */
    openapi: Type.Optional(Type.Union([Type.String(), Type.Tuple([Type.String(), Type.String()])])),
    /** The schemas among the components of a fragment, on both sides unless head has others. */
    schemas: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    headSchemas: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    base: Type.Unknown(),
    head: Type.Optional(Type.Unknown()),
    /** Instead of head: a merge patch (RFC 7396) of base, in which null removes a member. */
    edit: Type.Optional(Type.Unknown()),
    ...Type.Partial(EvaluationSchema).properties,
    /** For a schema: its changes in a request, and its changes in an answer. */
    request: Type.Optional(EvaluationSchema),
    response: Type.Optional(EvaluationSchema),
  },
  closed,
);

/** A file of cases, about one axis of what may change. */
export const CaseFileSchema = Type.Object(
  {
    /** The form of the cases that do not name theirs. */
    in: FormSchema,
    /** Only anchors. */
    shared: Type.Optional(Type.Unknown()),
    cases: Type.Array(CaseSchema, { minItems: 1 }),
  },
  closed,
);

export type Evaluation = Static<typeof EvaluationSchema>;
export type Form = Static<typeof FormSchema>;
export type ContractCase = Static<typeof CaseSchema>;
