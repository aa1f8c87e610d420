/** A small file of invented people, some with something wrong. */

const FILAS = [
  'nombres;primer_apellido;segundo_apellido;fecha_nacimiento;sexo;entidad;curp',
  "María Fernanda;de la Peña;O'Hara;17/05/1990;M;Jalisco;PEOF900517MJCXHR02",
  'José Luis;Ñáñez;Robledo;03/11/1984;H;Ciudad de México;XAXR841103HDFXBS09',
  'Ximena;Quiroz;;29/02/2004;X;OC;QIXX040229XOCRXMA5',
  'Juan Pablo;Cantú;Zertuche;31/02/1977;H;Nuevo León;CAZJ770228HNLNRN04',
  'Lucía;Berumen;Alcocer;1999-12-31;M;31;BEAL991231MYNRLC07',
  'Tomás;;Iturbe;08/08/1961;H;Durango;',
  'Inés;Valdivia;Sosa;14/07/2012;;Sonora;VASI120714MSRLSNA1',
  'Raúl;Escamilla;Pineda;22 sep 1958;H;Atlántida;EAPR580922HDFSNL00',
];

export const archivoDeEjemplo = (): File => new File([FILAS.join('\n')], 'ejemplo.csv');
