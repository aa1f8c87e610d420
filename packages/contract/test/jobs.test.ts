/** What a client sends along with a file. */
import { describe, expect, it } from 'vitest';
import { JOB_STATES, columnParameter, fileRequest, isPending } from '../src/jobs.js';

describe('pedido', () => {
  it('says what is to be done, and where each datum stands', () => {
    const columnas = { nombres: 'Nombre', fecha_nacimiento: '' };
    expect(fileRequest({ formato: 'csv', operacion: 'cotejar', columnas, excel: true })).toEqual({
      tipo: 'text/csv',
      parametros: { operacion: 'cotejar', excel: '1', columna_nombres: 'Nombre', columna_fecha_nacimiento: '' },
    });
  });

  it('calculates, if nothing is said', () => {
    expect(fileRequest({ formato: 'ndjson', codificacion: 'windows-1252' })).toEqual({
      tipo: 'application/x-ndjson; charset=windows-1252',
      parametros: { operacion: 'calcular' },
    });
  });

  it('names the parameter of a column', () => {
    expect(columnParameter('sexo')).toBe('columna_sexo');
  });
});

it('a job goes on while it waits, and while it is done', () => {
  expect(JOB_STATES.filter((estado) => isPending({ estado }))).toEqual(['en_cola', 'en_proceso']);
});
