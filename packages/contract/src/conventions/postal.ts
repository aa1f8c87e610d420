/** The letters of the post for states. Some are those of another state in the catalogue of the CURP. */

const POSTAL_LETTERS =
  'AG01 BN02 CM04 CO05 CL06 CP07 EM15 MI16 MC16 MO17 NA18 OA20 PU21 QE22 SL24 SI25 SO26 TB27 TM28 VC30 VE30 YU31 ZA32 JA14';

/** The key of each state by its letters of the post, where the catalogue of the CURP has others. */
export const POSTAL_KEYS: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  POSTAL_LETTERS.split(' ').map((each) => [each.slice(0, 2), each.slice(2)]),
);

/** The letters of the post that are those of another state in the catalogue of the CURP. */
export const COLLIDING = ['CL', 'CM', 'MC', 'SL'] as const;
