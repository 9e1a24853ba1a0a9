import { Type, type Static } from 'typebox';

const text = Type.String({ minLength: 1, maxLength: 200 });

export const NewBookSchema = Type.Object({
  isbn: Type.String({ pattern: '^97[89][0-9]{10}$' }),
  title: text,
  author: text,
  language: Type.String({ pattern: '^[a-z]{2}$' }),
  publishedYear: Type.Integer({ minimum: 1450, maximum: 2100 }),
});

export type Book = Readonly<Static<typeof NewBookSchema>> & { readonly id: string };
