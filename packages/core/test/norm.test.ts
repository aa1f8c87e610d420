/** Tests against the printed examples of the norm and the full keys of invented people. */
import { describe, expect, it } from 'vitest';
import { calcular } from '../src/index.js';
import { personWith, readVectors } from './people.js';

interface Example {
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

interface FullKey {
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
  it.each(readVectors<Example>('ejemplos-oficiales.jsonl'))(
    '$fuente: $nombres $apellido_paterno $apellido_materno → $esperado',
    ({ nombres, apellido_paterno, apellido_materno, fecha, sexo, entidad, esperado }) => {
      const resultado = calcular(
        personWith({
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
  it.each(readVectors<FullKey>('claves-sinteticas.jsonl'))(
    '$regla: $nombres $apellido_paterno $apellido_materno → $curp',
    ({ curp, anio_nacimiento, mes_nacimiento, dia_nacimiento, ...v }) => {
      expect(
        calcular(
          personWith({
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
    expect(readVectors('claves-sinteticas.jsonl')).toHaveLength(282);
  });
});
