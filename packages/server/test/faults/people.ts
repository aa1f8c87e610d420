/** Invented people with their keys, many enough for an answer that went to another's request to be told. */
import { calcular } from '@curp-service/core';
import { CURP, PERSONA } from '../service.js';

export interface Conocida {
  readonly parametros: Readonly<Record<keyof typeof PERSONA, string>>;
  readonly curp: string;
}

const NOMBRES = ['Aurora', 'Iker', 'Jimena', 'Leonardo', 'Ñusta', 'Tadeo', 'Ximena', 'María Zaira'];
const PATERNOS = ['Arriaga', 'de la Cruz', 'Escamilla', 'Gaytán', 'Lozoya', 'Ontiveros'];
const MATERNOS = ['Quezada', 'Ñáñez', 'Rentería', "O'Hara", ''];

/** Keys as the library gives them, for those that the service gives; one is written, as the norm would have it. */
export const CONOCIDAS: readonly Conocida[] = [
  { parametros: PERSONA, curp: CURP },
  ...NOMBRES.flatMap((nombres, i) =>
    PATERNOS.flatMap((paterno, j) =>
      MATERNOS.map((materno, k) => {
        const [mes, dia] = [String(1 + i).padStart(2, '0'), String(10 + j + k)];
        const [sexo, entidad] = [i % 2 === 0 ? 'M' : 'H', String(1 + ((i + j + k) % 32)).padStart(2, '0')] as const;
        const calculo = calcular({
          nombres,
          apellidoPaterno: paterno,
          apellidoMaterno: materno,
          fechaNacimiento: `1985-${mes}-${dia}`,
          sexo,
          entidad,
        });
        if (!calculo.ok) throw new Error(`${nombres} ${paterno} ${materno}`);
        const fecha = { anio_nacimiento: '1985', mes_nacimiento: mes, dia_nacimiento: dia };
        const nombre = { nombres, apellido_paterno: paterno, apellido_materno: materno };
        return { parametros: { ...nombre, ...fecha, sexo, entidad }, curp: calculo.curp };
      }),
    ),
  ),
];
