/** A small sample file of invented people, some of them with errors. */

const ROWS = [
  'nombres;primer_apellido;segundo_apellido;fecha_nacimiento;sexo;entidad;curp',
  "María Fernanda;de la Peña;O'Hara;17/05/1990;M;Jalisco;PEOF900517MJCXXR04",
  'José Luis;Ñáñez;Robledo;03/11/1984;H;Ciudad de México;XARL841113HDFXBS03',
  'Ximena;Quiroz;;29/02/2004;X;OC;QUXX040229XOCRXMA7',
  'Juan Pablo;Cantú;Zertuche;31/02/1977;H;Nuevo León;',
  'Lucía;Berumen;Alcocer;1999-12-31;M;31;BEAL991231MYNRLC12',
  'Raúl;Escamilla;Pineda;22/09/1958;H;Atlántida;EAPR580922HDFSNL00',
];

export const exampleFile = (): File => new File([ROWS.join('\n')], 'ejemplo.csv');
