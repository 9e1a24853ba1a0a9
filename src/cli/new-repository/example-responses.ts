/** The example's components besides schemas: security, parameters, bodies and error responses. */
export const exampleResponses = `  securitySchemes:
    gateway:
      type: oauth2
      description: The gateway asks for a bearer token that it has issued to a subscribed application.
      flows:
        clientCredentials:
          tokenUrl: https://localhost:8243/token
          scopes: {}

  parameters:
    BookingId:
      name: booking_id
      in: path
      required: true
      description: The identifier of the booking.
      schema: { type: string, format: uuid }
      example: 3b0a7c52-91d4-4c0e-8f5e-6a2d1be7c9f0
    Limit:
      name: limit
      in: query
      description: The number of items on a page.
      schema: { type: integer, format: int32, minimum: 1, maximum: 100, default: 20 }
      example: 20
    Offset:
      name: offset
      in: query
      description: The index of the first item of the page, counted from zero.
      schema: { type: integer, format: int32, minimum: 0, default: 0 }
      example: 0

  requestBodies:
    Booking:
      description: The booking.
      required: true
      content:
        application/json:
          schema: { $ref: '#/components/schemas/NewBooking' }

  responses:
${[
  ['BadRequest', 'A parameter or the body of the request cannot be read.'],
  ['Forbidden', 'The token is missing or not valid, or its application has no active subscription.'],
  ['NotFound', 'There is no such booking, or no such page of them.'],
  ['Conflict', 'The room is booked already at that time.'],
  ['UnsupportedMediaType', 'The body of the request is of a type that is not declared.'],
  ['ValidationFailed', 'The body of the request breaks its schema.'],
  ['TooManyRequests', "The subscription's tier allows no more calls for now."],
  ['ServerError', 'The service failed.'],
  ['Unavailable', 'The service is overloaded or under maintenance.'],
]
  .map(
    ([name, description]) => `    ${name}:
      description: ${description}
      content:
        application/json:
          schema: { $ref: '#/components/schemas/Error' }
`,
  )
  .join('')}`;
