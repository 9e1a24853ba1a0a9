import Type, { type Static } from 'typebox';

const closed = { additionalProperties: false };

const verdict = ['breaking', 'risky', 'compatible', 'text', 'none'] as const;

const evaluationFields = {
  /** Each as `id` or `id GET /dogs, PUT /dogs/{id}`: a fragment has one operation, which is left out. Sorted. */
  changes: Type.Array(Type.String()),
  /** That of the worst of the changes. */
  verdict: Type.Enum([...verdict]),
  /**
   * What the others say. `breaking`: be it only where that is switched on. `differs`: only that something differs.
   * `passes`: only that nothing breaks.
   */
  theirs: Type.Optional(Type.Enum([...verdict.filter((one) => one !== 'risky'), 'differs', 'passes'])),
  /** Needed where theirs is another verdict. */
  reason: Type.Optional(Type.String({ pattern: '^[A-Z].*\\.$' })),
};

const EvaluationSchema = Type.Object(evaluationFields, closed);

/** What the two sides of a case are: whole documents, or what `completeDocument` makes documents of. */
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
    /** In place of head: a merge patch (RFC 7396) of base, in which null takes a member away. */
    edit: Type.Optional(Type.Unknown()),
    ...Type.Partial(EvaluationSchema).properties,
    /** Of a schema: what is said of it in a request, and what of it in an answer. */
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
    /** Nothing but anchors. */
    shared: Type.Optional(Type.Unknown()),
    cases: Type.Array(CaseSchema, { minItems: 1 }),
  },
  closed,
);

export type Evaluation = Static<typeof EvaluationSchema>;
export type Form = Static<typeof FormSchema>;
export type ContractCase = Static<typeof CaseSchema>;
