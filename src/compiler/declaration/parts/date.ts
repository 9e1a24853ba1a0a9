import Type from 'typebox';

/** A full date of RFC 3339, section 5.6; it means the first second of that day in UTC. */
export const DateSchema = (description: string) =>
  Type.String({
    pattern:
      '^[0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|[12][0-9]))$',
    description,
  });
