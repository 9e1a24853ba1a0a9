/** An operation of the clean definition, which examples remove. */
export const exampleOperation = `    delete:
      summary: Takes a dog out of the register.
      responses:
        '204':
          description: The dog is no longer registered.
        '404': { $ref: '#/components/responses/NotFound' }
`;
