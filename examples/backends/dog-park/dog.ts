import { Type, type Static } from 'typebox';

const name = Type.String({ minLength: 1, maxLength: 100 });
const size = Type.Enum(['small', 'medium', 'large']);

/** What version v1 knows of a dog. */
export const AgedDogSchema = Type.Object({
  name,
  breed: name,
  size,
  age: Type.Integer({ minimum: 0, maximum: 40 }),
});

/** What version v2 knows of a dog. */
export const BornDogSchema = Type.Object({
  name,
  breed: name,
  size,
  birthDate: Type.String({ format: 'date' }),
  weightKilograms: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
});

export const DogChangesSchema = Type.Partial(BornDogSchema, { minProperties: 1 });

export const NewWalkSchema = Type.Object({
  startedAt: Type.String({ format: 'date-time' }),
  durationMinutes: Type.Integer({ minimum: 1, maximum: 1440 }),
});

interface Registered {
  readonly id: string;
  readonly registeredAt: string;
}

export type AgedDog = Registered & Readonly<Static<typeof AgedDogSchema>>;
export type BornDog = Registered & Readonly<Static<typeof BornDogSchema>>;
export type Walk = Readonly<Static<typeof NewWalkSchema>> & { readonly id: string; readonly dogId: string };
