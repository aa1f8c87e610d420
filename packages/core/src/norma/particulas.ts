/**
 * Words that are passed over when a name is compound.
 *
 * Source: Reglas para la ejecución de los procedimientos para la asignación de la CURP, RENAPO, 22-10-2021, §5.
 */

/** R 1.7: leading words of a compound surname or given name. */
export const PARTICULAS: readonly string[] = 'DA DAS DE DEL DER DI DIE DD Y EL LA LOS LAS LE LES MAC MC VAN VON'.split(
  ' ',
);

/** R 1.3 and 1.16: first words of a compound given name. Never of a surname. */
export const NOMBRES_OMITIDOS: readonly string[] = 'MARIA MA. MA M. M JOSE J. J'.split(' ');
