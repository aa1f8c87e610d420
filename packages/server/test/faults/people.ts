/** Invented people with their keys: enough of them to detect an answer that went to another client's request. */
import { calcular } from '@curp-service/core';
import { CURP, PERSONA } from '../service.js';

interface KnownPerson {
  readonly parametros: Readonly<Record<keyof typeof PERSONA, string>>;
  readonly curp: string;
}

const NOMBRES = ['Aurora', 'Iker', 'Jimena', 'Leonardo', 'Ñusta', 'Tadeo', 'Ximena', 'María Zaira'];
const PATERNOS = ['Arriaga', 'de la Cruz', 'Escamilla', 'Gaytán', 'Lozoya', 'Ontiveros'];
const MATERNOS = ['Quezada', 'Ñáñez', 'Rentería', "O'Hara", ''];

/** The first key is written by hand from the norm; the library computes the others. */
export const KNOWN: readonly KnownPerson[] = [
  { parametros: PERSONA, curp: CURP },
  ...NOMBRES.flatMap((nombres, i) =>
    PATERNOS.flatMap((paterno, j) =>
      MATERNOS.map((materno, k) => {
        const [mes, dia] = [String(1 + i).padStart(2, '0'), String(10 + j + k)];
        const [sexo, entidad] = [i % 2 === 0 ? 'M' : 'H', String(1 + ((i + j + k) % 32)).padStart(2, '0')] as const;
        const result = calcular({
          nombres,
          apellidoPaterno: paterno,
          apellidoMaterno: materno,
          fechaNacimiento: `1985-${mes}-${dia}`,
          sexo,
          entidad,
        });
        if (!result.ok) throw new Error(`${nombres} ${paterno} ${materno}`);
        const date = { anio_nacimiento: '1985', mes_nacimiento: mes, dia_nacimiento: dia };
        const name = { nombres, apellido_paterno: paterno, apellido_materno: materno };
        return { parametros: { ...name, ...date, sexo, entidad }, curp: result.curp };
      }),
    ),
  ),
];
