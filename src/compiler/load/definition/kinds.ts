/** Members whose value tells kinds of an object apart, with what each kind asks for. */
export type Kinds = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** OpenAPI 3.0; from 3.1 on the JSON Schema itself tells the kinds apart. */
export const kindsOfOpenapi: Kinds = {
  in: { path: ['name', 'required'], query: ['name'], header: ['name'], cookie: ['name'] },
  type: {
    apiKey: ['name', 'in'],
    http: ['scheme'],
    oauth2: ['flows'],
    openIdConnect: ['openIdConnectUrl'],
  },
};

export const kindsOfSwagger: Kinds = {
  in: {
    path: ['name', 'required', 'type'],
    query: ['name', 'type'],
    header: ['name', 'type'],
    formData: ['name', 'type'],
    body: ['name', 'schema'],
  },
  type: {
    basic: [],
    apiKey: ['name', 'in'],
    oauth2: ['flow'],
    ...Object.fromEntries(
      ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null', 'file'].map((type) => [type, []]),
    ),
  },
  flow: {
    implicit: ['authorizationUrl'],
    password: ['tokenUrl'],
    application: ['tokenUrl'],
    accessCode: ['authorizationUrl', 'tokenUrl'],
  },
};
