/** Tests against the printed examples of the norm and the full keys of invented people. */
import { describe, expect, it } from 'vitest';
import { calcular } from '../src/index.js';
import { otra, vectores } from './people.js';

interface Ejemplo {
  nombres: string;
  apellido_paterno: string;
  apellido_materno: string;
  fecha: string | null;
  sexo: string | null;
  entidad: string | null;
  /** `?`: the document does not say. */
  esperado: string;
  fuente: string;
}

interface Clave {
  regla: string;
  nombres: string;
  apellido_paterno: string;
  apellido_materno: string;
  anio_nacimiento: string;
  mes_nacimiento: string;
  dia_nacimiento: string;
  sexo: string;
  entidad: string;
  curp: string;
}

describe('the printed examples', () => {
  it.each(vectores<Ejemplo>('ejemplos-oficiales.jsonl'))(
    '$fuente: $nombres $apellido_paterno $apellido_materno → $esperado',
    ({ nombres, apellido_paterno, apellido_materno, fecha, sexo, entidad, esperado }) => {
      const resultado = calcular(
        otra({
          nombres,
          apellidoPaterno: apellido_paterno,
          apellidoMaterno: apellido_materno,
          ...(fecha !== null && { fechaNacimiento: fecha, sexo, entidad }),
        }),
      );
      if (!resultado.ok) throw new Error('no key was calculated');
      expect(Array.from(resultado.curp, (c, i) => (esperado[i] === '?' ? '?' : c)).join('')).toBe(esperado);
    },
  );
});

describe('full keys of invented people', () => {
  it.each(vectores<Clave>('claves-sinteticas.jsonl'))(
    '$regla: $nombres $apellido_paterno $apellido_materno → $curp',
    ({ curp, anio_nacimiento, mes_nacimiento, dia_nacimiento, ...v }) => {
      expect(
        calcular(
          otra({
            nombres: v.nombres,
            apellidoPaterno: v.apellido_paterno,
            apellidoMaterno: v.apellido_materno,
            fechaNacimiento: `${anio_nacimiento}-${mes_nacimiento}-${dia_nacimiento}`,
            sexo: v.sexo,
            entidad: v.entidad,
          }),
        ),
      ).toEqual({ ok: true, curp });
    },
  );

  it('there are 282 of them', () => {
    expect(vectores('claves-sinteticas.jsonl')).toHaveLength(282);
  });
});
