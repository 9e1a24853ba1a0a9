/** The schemas of the example. */
export const exampleSchemas = `  schemas:
    NewBooking:
      type: object
      description: A booking as it is asked for.
      required: [room, startsAt, endsAt]
      properties:
        room: { $ref: '#/components/schemas/Room' }
        startsAt: { $ref: '#/components/schemas/Time' }
        endsAt: { $ref: '#/components/schemas/Time' }

    Booking:
      type: object
      description: A booking.
      required: [id, room, startsAt, endsAt, _links]
      properties:
        id:
          type: string
          format: uuid
          description: The identifier of the booking.
          example: 3b0a7c52-91d4-4c0e-8f5e-6a2d1be7c9f0
        room: { $ref: '#/components/schemas/Room' }
        startsAt: { $ref: '#/components/schemas/Time' }
        endsAt: { $ref: '#/components/schemas/Time' }
        _links:
          type: object
          description: The address of the booking itself.
          required: [self]
          properties:
            self: { $ref: '#/components/schemas/Link' }

    BookingCollection:
      type: object
      description: A page of bookings.
      required: [totalCount, _embedded, _links]
      properties:
        totalCount:
          type: integer
          format: int32
          minimum: 0
          description: How many bookings there are on all pages.
          example: 3
        _embedded:
          type: object
          description: The bookings of the page.
          required: [bookings]
          properties:
            bookings:
              type: array
              description: The bookings, in the order asked for.
              items: { $ref: '#/components/schemas/Booking' }
        _links:
          type: object
          description: This page and the others; the last page has no \`next\`, the first no \`prev\`.
          required: [self, first, last]
          properties:
            self: { $ref: '#/components/schemas/Link' }
            first: { $ref: '#/components/schemas/Link' }
            prev: { $ref: '#/components/schemas/Link' }
            next: { $ref: '#/components/schemas/Link' }
            last: { $ref: '#/components/schemas/Link' }

    Room:
      type: string
      minLength: 1
      maxLength: 40
      description: The room, as its door says.
      example: B 114
    Time:
      type: string
      format: date-time
      description: A point in time.
      example: '2026-10-05T09:00:00Z'

    Link:
      type: object
      description: A link to another resource.
      required: [href]
      properties:
        href:
          type: string
          format: uri-reference
          minLength: 1
          description: The address, relative to the one that was called.
          example: /room_booking/v1/bookings

    Error:
      type: object
      description: Why a call was refused, as one message or as several.
      anyOf:
        - required: [message]
        - required: [errors]
      properties:
        message:
          type: string
          minLength: 1
          description: What went wrong, for the person who uses the client.
          example: There is no such booking.
        developerMessage:
          type: string
          minLength: 1
          description: What went wrong, for the person who writes the client.
          example: No booking has the identifier of the path.
        errors:
          type: array
          minItems: 1
          description: Everything that is wrong with the request.
          items:
            type: object
            description: One thing that is wrong with the request.
            required: [message]
            properties:
              message:
                type: string
                minLength: 1
                description: What is wrong.
                example: 'endsAt: must be later than startsAt'
        code:
          type: string
          minLength: 1
          description: A stable name of the error.
          example: booking_not_found
`;
