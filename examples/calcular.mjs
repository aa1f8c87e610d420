// Asks the service for the CURP of a person, with Node alone:
//
//   node calcular.mjs nombres="María de los Ángeles" apellido_paterno="de la Cruz" apellido_materno="O'Hara" \
//     anio_nacimiento=1990 mes_nacimiento=05 dia_nacimiento=17 sexo=M entidad=09
//
// Exit code 0: prints the key. 1: prints every problem with the data. 2: the service did not answer.
// A calculated key is the output of an algorithm: it proves no registration.
import { setTimeout } from 'node:timers/promises';

const { CURP_URL = 'http://127.0.0.1:3000', CURP_TOKEN = 'pruebas' } = process.env;
const data = process.argv.slice(2).map((pair) => pair.split(/=(.*)/s, 2));

async function ask(attempts) {
  const response = await fetch(`${CURP_URL}/curp/calcular_curp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${CURP_TOKEN}` },
    body: new URLSearchParams(data),
  });
  const wait = response.headers.get('retry-after'); // a busy service says when to try again
  if (wait === null || attempts === 1) return response.json();
  await setTimeout(wait * 1000);
  return ask(attempts - 1);
}

try {
  const { error, code_error, error_message, response } = await ask(4);
  if (error) {
    const problems = response.errores ?? [{ code_error, error_message }];
    for (const problem of problems) console.error(`${problem.code_error}: ${problem.error_message}`);
    process.exitCode = 1;
  } else {
    console.log(response.curp);
  }
} catch (error) {
  console.error(`${CURP_URL}: ${error.cause?.message ?? error.message}`);
  process.exitCode = 2;
}
