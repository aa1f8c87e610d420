/** The successful answers of each operation. */
import { ENTIDADES } from '@curp-service/core';
import { describe, expect, it } from 'vitest';
import { CURP, PERSONA, openService } from './service.js';

const service = openService();

describe('calcular_curp', () => {
  it('answers the key, and nothing else', async () => {
    expect(await service.operate('calcular_curp', PERSONA)).toEqual({
      error: false,
      code_error: 0,
      error_message: null,
      response: { curp: CURP },
    });
  });

  it('accepts a person with one surname', async () => {
    const envelope = await service.operate('calcular_curp', { ...PERSONA, apellido_materno: '' });
    expect(envelope.response).toEqual({ curp: 'OEXR900517MDFLXN07' });
  });

  it('explains the key with `detalle=1`', async () => {
    for (const detalle of ['1', 'true']) {
      const { response } = await service.operate('calcular_curp', { ...PERSONA, apellido_materno: '', detalle });
      expect(response).toMatchObject({ raiz: 'OEXR900517MDFLXN', diferenciador: '0', digito_verificador: '7' });
      const explanation = response['explicacion'] as { posicion: number; caracter: string }[];
      expect(explanation.map(({ caracter }) => caracter).join('')).toBe('OEXR900517MDFLXN07');
      expect(Object.keys(explanation[0] ?? {})).toEqual(['posicion', 'caracter', 'dato', 'regla', 'texto']);
      const candidatas = response['candidatas'] as string[];
      expect(candidatas.length).toBe(10);
      expect(candidatas[0]).toBe(response['curp']);
      expect(response['avisos']).toEqual([]);
    }
    const typed = { ...PERSONA, nombres: 'Juan123', detalle: '1' };
    expect((await service.operate('calcular_curp', typed)).response['avisos']).toMatchObject([
      { codigo: 'nombre_con_cifras', severidad: 'aviso' },
    ]);
    for (const detalle of ['0', 'false']) {
      expect((await service.operate('calcular_curp', { ...PERSONA, detalle })).response).toEqual({ curp: CURP });
    }
  });
});

describe('entidades', () => {
  it('answers the catalogue in its order', async () => {
    const { response } = await service.operate('entidades', {});
    const list = response['clave_entidad'] as Record<string, string>[];
    expect(list.length).toBe(33);
    expect(list.map((entidad) => Object.values(entidad))).toEqual(ENTIDADES.map((entidad) => Object.values(entidad)));
    expect(list[8]).toEqual({ clave_entidad: '09', nombre_entidad: 'CIUDAD DE MÉXICO', abreviatura_entidad: 'DF' });
  });
});

describe('validar', () => {
  it('reads a good key', async () => {
    expect((await service.operate('validar', { curp: ` ${CURP.toLowerCase()} ` })).response).toEqual({
      valido: true,
      hallazgos: [],
      sugerencias: [],
      datos: {
        fecha_nacimiento: '1990-05-17',
        sexo: 'M',
        clave_entidad: '09',
        nombre_entidad: 'CIUDAD DE MÉXICO',
        abreviatura_entidad: 'DF',
        homonimo: false,
      },
    });
  });

  it('answers a malformed key as a result, not an error', async () => {
    const envelope = await service.operate('validar', { curp: 'OETR900517MDFLNN06' });
    expect(envelope).toMatchObject({ error: false, response: { valido: false } });
    expect(envelope.response['hallazgos']).toEqual([
      {
        codigo: 'digito_verificador',
        severidad: 'error',
        posiciones: [18],
        mensaje: expect.any(String) as string,
        regla: 'IN 18',
        esperado: '5',
      },
    ]);
    expect((await service.operate('validar', { curp: 'x' })).response['datos']).toEqual({});
  });

  it('says in Spanish what a suggestion changed', async () => {
    const { response } = await service.operate('validar', { curp: 'PEOF900517MJCXXRO4' });
    expect(response['sugerencias']).toEqual([
      {
        curp: 'PEOF900517MJCXXR04',
        cambio: 'cifra',
        posiciones: [17],
        mensaje: 'En la posición 17 se cambió la letra O por la cifra 0.',
      },
    ]);
  });
});

describe('cotejar', () => {
  it.each([
    [CURP, {}, 'identica', []],
    ['OETR900517MDFLNN13', {}, 'misma_raiz', []],
    [CURP, { sexo: 'H' }, 'difiere', ['sexo']],
    [CURP, { dia_nacimiento: '18', entidad: '14' }, 'difiere', ['fecha_nacimiento', 'entidad']],
  ])('answers %s %o with %s', async (curp, change, resultado, differing) => {
    const { response } = await service.operate('cotejar', { ...PERSONA, ...change, curp });
    expect(response).toMatchObject({ resultado });
    expect(Object.keys(response)).toEqual(['resultado', 'calculada', 'posiciones', 'campos']);
    expect((response['posiciones'] as object[]).length).toBe(18);
    const fields = Object.entries(response['campos'] as Record<string, string>);
    expect(fields.filter(([, verdict]) => verdict === 'difiere').map(([field]) => field)).toEqual(differing);
    expect(fields.map(([field]) => field)).not.toContain('rfc');
  });

  it('tells a key by the edition of 2006', async () => {
    const luisa = { ...PERSONA, nombres: 'M LUISA', apellido_paterno: 'LOPEZ', apellido_materno: 'PEREZ' };
    const { response } = await service.operate('cotejar', { ...luisa, curp: 'LOPM900517MDFPRX06' });
    expect(Object.keys(response)).toEqual(['resultado', 'edicion', 'mensaje', 'calculada', 'posiciones', 'campos']);
    expect(response).toMatchObject({
      resultado: 'difiere',
      edicion: 2006,
      mensaje: 'Difiere por las reglas de 2021; es la clave por el Instructivo de 2006.',
      campos: { nombres: 'difiere', apellido_paterno: 'coincide' },
    });
  });

  it.each([
    [{ nombres: 'Renata' }, 'compatible', []],
    [{ sexo: 'M', rfc: 'OETR900518AB1' }, 'difiere', ['rfc']],
    [{ sexo: 'M', rfc: 'OETR' }, [102], []],
  ])('compares part of the data, %o: %s', async (part, expected, differing) => {
    const { code_error, response } = await service.operate('cotejar', { curp: CURP, ...part });
    if (typeof expected !== 'string') {
      expect([code_error, response.errores?.map((one) => one.code_error)]).toEqual([expected[0], expected]);
      return;
    }
    expect(response).toMatchObject({ resultado: expected });
    expect(Object.keys(response)).toEqual(['resultado', 'posiciones', 'campos']);
    const fields = Object.entries(response['campos'] as Record<string, string>);
    expect(fields.filter(([, verdict]) => verdict === 'difiere').map(([field]) => field)).toEqual(differing);
  });
});
