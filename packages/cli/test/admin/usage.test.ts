/** `curp proyectos uso`: the usage of a project and its quota. */
import { mexicoDay } from '@curp-service/server/admin';
import { expect, it } from 'vitest';
import { administration } from '../curp.js';

it('proyectos uso shows days, operations, a total and the quota', async () => {
  const { curp, english, json, withStore } = administration();
  const today = mexicoDay(Date.now());
  const { id } = await json('crear', 'Uno', '--cuota', '1000');
  await withStore(async (store) => {
    await store.takeQuota(id, today.slice(0, 7), 12);
    await store.addUsage(
      [
        { proyecto: id, dia: '2026-02-28', operacion: 'validar', cuenta: 1 },
        { proyecto: id, dia: '2026-03-01', operacion: 'calcular_curp', cuenta: 100 },
        { proyecto: id, dia: '2026-03-01', operacion: 'validar', cuenta: 20 },
        { proyecto: id, dia: '2026-03-31', operacion: 'validar', cuenta: 3 },
        { proyecto: id, dia: today, operacion: 'cotejar', cuenta: 7 },
        { proyecto: 'pruebas', dia: today, operacion: 'entidades', cuenta: 2 },
      ],
      { writer: 'prueba', number: 1 },
    );
  });
  expect((await curp('proyectos', 'uso', 'Uno', '--hasta', '2026-03-31')).stdout).toBe(
    [
      'Uso de "Uno" del 2026-03-01 al 2026-03-31:',
      '',
      'DÍA         OPERACIÓN      CUENTA',
      '2026-03-01  calcular_curp     100',
      '2026-03-01  validar            20',
      '2026-03-31  validar             3',
      'TOTAL                         123',
      '',
      `Cuota de ${today.slice(0, 7)}: 12 de 1000, incluidas las operaciones que el servicio tiene reservadas.`,
      '',
    ].join('\n'),
  );
  expect(await json('uso', 'Uno')).toEqual({
    id,
    nombre: 'Uno',
    cuota: 1000,
    mes: today.slice(0, 7),
    cuota_tomada: 12,
    desde: `${today.slice(0, 7)}-01`,
    hasta: today,
    usos: [{ dia: today, operacion: 'cotejar', cuenta: 7 }],
    total: 7,
  });
  expect(await json('uso', 'Uno', '--desde', '2026-02-01', '--hasta', '2026-03-30')).toMatchObject({ total: 121 });
  expect((await english('proyectos', 'uso', 'pruebas')).stdout).toMatch(
    /^Usage of "pruebas" [^]*entidades +2\nTOTAL +2\n\nNo quota\.\n$/,
  );
});

it('proyectos uso without a project shows the usage of all projects by month, also as CSV and JSON', async () => {
  const { curp, english, json, withStore } = administration();
  const { id } = await json('crear', 'Uno, "dos"');
  await withStore(async (store) =>
    store.addUsage(
      [
        { proyecto: id, dia: '2026-02-28', operacion: 'validar', cuenta: 1 },
        { proyecto: id, dia: '2026-03-01', operacion: 'calcular_curp', cuenta: 100 },
        { proyecto: id, dia: '2026-03-31', operacion: 'validar', cuenta: 3 },
        { proyecto: 'pruebas', dia: '2026-03-02', operacion: 'entidades', cuenta: 2 },
        { proyecto: id, dia: '2025-03-31', operacion: 'validar', cuenta: 9 },
      ],
      { writer: 'prueba', number: 1 },
    ),
  );
  expect((await curp('proyectos', 'uso', '--hasta', '2026-03-31')).stdout).toBe(
    [
      'Uso de todos los proyectos de 2025-04 a 2026-03:',
      '',
      'MES      PROYECTO          NOMBRE      CUENTA',
      `2026-02  ${id}  Uno, "dos"       1`,
      `2026-03  ${id}  Uno, "dos"     103`,
      '2026-03  pruebas           pruebas          2',
      'TOTAL                                     106',
      '',
    ].join('\n'),
  );
  expect((await english('proyectos', 'uso', '--desde', '2026-03-01', '--hasta', '2026-03-31', '--csv')).stdout).toBe(
    `mes,proyecto,nombre,cuenta\n2026-03,${id},"Uno, ""dos""",103\n2026-03,pruebas,pruebas,2\n`,
  );
  expect(await json('uso', '--desde', '2025-03-01', '--hasta', '2025-12-31')).toEqual([
    { mes: '2025-03', proyecto: id, nombre: 'Uno, "dos"', cuenta: 9 },
  ]);
  expect((await curp('proyectos', 'uso', id, '--hasta', '2026-02-28', '--csv')).stdout).toBe(
    'dia,operacion,cuenta\n2026-02-28,validar,1\n',
  );
});
