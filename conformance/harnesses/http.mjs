/** Answers the cases with a service over HTTP. Its arguments are the address, like http://127.0.0.1:3000, and a token. */
import { serve } from './serve.mjs';

const [base, token] = process.argv.slice(2);
const ask = async (operation, { fecha_nacimiento = '', ...data }) => {
  const [anio_nacimiento, mes_nacimiento, dia_nacimiento] = fecha_nacimiento.split('-');
  const person = { ...data, anio_nacimiento, mes_nacimiento, dia_nacimiento };
  const answer = await fetch(`${base}/curp/${operation}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify('nombres' in data ? person : data),
  });
  const { error, response } = await answer.json();
  return error ? { error } : response;
};
const askPerson = (operation) => (data) =>
  /\S/.test(data.apellido_paterno) ? ask(operation, data) : { omitida: 'the service requires apellido_paterno' };

serve(base, '', {
  calcular: askPerson('calcular_curp'),
  validar: async (data) => ({ valido: false, ...(await ask('validar', data)) }),
  cotejar: askPerson('cotejar'),
});
