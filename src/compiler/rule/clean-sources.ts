/** An OpenAPI document without findings. The examples of rules on OpenAPI documents change it slightly. */
export const cleanDefinition = `openapi: 3.0.3
info:
  title: Dog park
  version: '1'
servers:
  - url: https://dogs.example.edu
paths:
  /dogs:
    get:
      summary: Lists the dogs.
      parameters:
        - $ref: '#/components/parameters/Limit'
        - name: offset
          in: query
          description: Index of the first dog.
          schema: { type: integer, minimum: 0, default: 0 }
        - name: sort
          in: query
          description: Attributes, separated by commas; by name if omitted.
          schema: { type: string, default: name }
        - name: breed
          in: query
          schema: { type: string }
      responses:
        '200':
          description: The dogs.
          content:
            application/hal+json:
              schema: { $ref: '#/components/schemas/DogPage' }
        '400': { $ref: '#/components/responses/BadRequest' }
    post:
      summary: Registers a dog.
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: '#/components/schemas/NewDog' }
      responses:
        '201':
          description: The dog is registered.
          headers:
            Location:
              description: The new dog.
              schema: { type: string, format: uri }
        '400': { $ref: '#/components/responses/BadRequest' }
  /dogs/{dogId}:
    parameters:
      - name: dogId
        in: path
        required: true
        schema: { type: string, format: uuid }
    get:
      summary: Shows a dog.
      responses:
        '200':
          description: The dog.
          headers:
            ETag: { $ref: '#/components/headers/ETag' }
            Content-Location:
              schema: { type: string, format: uri-reference }
          content:
            application/hal+json:
              schema: { $ref: '#/components/schemas/Dog' }
        '304':
          description: The dog has not changed.
          headers:
            ETag: { $ref: '#/components/headers/ETag' }
            Content-Location:
              schema: { type: string, format: uri-reference }
        '404': { $ref: '#/components/responses/NotFound' }
    put:
      summary: Replaces a dog.
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: '#/components/schemas/NewDog' }
      responses:
        '204':
          description: The dog is replaced.
        '404': { $ref: '#/components/responses/NotFound' }
    delete:
      summary: Takes a dog out of the register.
      responses:
        '204':
          description: The dog is no longer registered.
        '404': { $ref: '#/components/responses/NotFound' }
components:
  parameters:
    Limit:
      name: limit
      in: query
      description: Dogs on a page.
      schema: { type: integer, minimum: 1, maximum: 100, default: 20 }
  headers:
    ETag:
      schema: { type: string }
  responses:
    BadRequest:
      description: The request is malformed.
      content:
        application/json:
          schema: { $ref: '#/components/schemas/Error' }
          example: { message: There is no such breed., code: breed_unknown }
    NotFound:
      description: There is no such dog.
      content:
        application/json:
          schema: { $ref: '#/components/schemas/Error' }
  schemas:
    NewDog:
      type: object
      required: [name]
      properties:
        name: { type: string, example: Rex }
        birthDate: { type: string, format: date }
        nicknames:
          type: array
          items: { type: string }
    Dog:
      allOf:
        - $ref: '#/components/schemas/NewDog'
        - type: object
          properties:
            dogId: { type: string, format: uuid }
            createdAt: { type: string, format: date-time, example: '2026-03-01T09:30:00Z' }
            _links:
              type: object
              properties:
                self: { $ref: '#/components/schemas/Link' }
    DogPage:
      type: object
      properties:
        totalCount: { type: integer }
        _embedded:
          type: object
          properties:
            dogs:
              type: array
              items: { $ref: '#/components/schemas/Dog' }
        _links:
          type: object
          properties:
            self: { $ref: '#/components/schemas/Link' }
            next: { $ref: '#/components/schemas/Link' }
            prev: { $ref: '#/components/schemas/Link' }
            first: { $ref: '#/components/schemas/Link' }
            last: { $ref: '#/components/schemas/Link' }
    Link:
      type: object
      required: [href]
      properties:
        href: { type: string, format: uri-reference }
    Error:
      type: object
      required: [message]
      properties:
        message: { type: string }
        developerMessage: { type: string }
        moreInformation: { type: string, format: uri }
        code: { type: string }
        errors:
          type: array
          items:
            type: object
            properties:
              message: { type: string }
`;

/** Sources without findings, which the examples of the rules change slightly. */
export const cleanSources: Readonly<Record<string, string>> = {
  'gateway.config.yaml': `kind: Gateway
format: 1
organisation: Example University
deployments:
  production:
    gatewayUrl: https://gateway.example.edu
  qa:
    gatewayUrl: https://gateway-qa.example.edu
`,
  'apis/dog_park/v1/api.yaml': `kind: Api
name: DogPark
context: /dog_park
version: v1
state: published
owner: parks-team
definition: ./openapi.yaml
endpoints:
  production: { url: https://dogs.internal.example.edu }
  sandbox: { url: https://dogs-sandbox.internal.example.edu }
`,
  'apis/dog_park/v1/openapi.yaml': cleanDefinition,
  'apis/dog_park/v1/subscriptions.yaml': `kind: Subscription
application: DogWalker
api: DogPark/v1
tier: gold
`,
  'applications/dog_walker.yaml': `kind: Application
name: DogWalker
type: web
owner: ada@example.edu
callbackUrls: [https://walker.example.edu/callback]
grants: [client_credentials, authorization_code]
keys:
  production:
    consumerKey: dogwalker-production
    secretDigests: ['sha256:0000000000000000000000000000000000000000000000000000000000000000']
`,
  'tiers.yaml': `kind: Tier
name: gold
limit: { requests: 1000, unit: minute }
`,
  'users/ada.yaml': `kind: User
name: ada
passwordDigest: $argon2id$v=19$m=19456,t=2,p=1$6EK1dHKenIcNR7avqlvIyQ$AzmkO0rLW+0S01mQUA0ufOtLNU81xn18WeflEVJPkMg
`,
};
