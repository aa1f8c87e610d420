// The key of a person, with Node and nothing else:
//
//   node calcular.mjs nombres="María de los Ángeles" apellido_paterno="de la Cruz" apellido_materno="O'Hara" \
//     anio_nacimiento=1990 mes_nacimiento=05 dia_nacimiento=17 sexo=M entidad=09
//
// Exit code 0: the key is printed; 1: all that is wrong is; 2: there is no answer.
// A calculated key is the output of an algorithm: it proves no registration.
import { setTimeout } from 'node:timers/promises';

const { CURP_URL = 'http://127.0.0.1:3000', CURP_TOKEN = 'pruebas' } = process.env;
const datos = process.argv.slice(2).map((dato) => dato.split(/=(.*)/s, 2));

async function pedir(intentos) {
  const respuesta = await fetch(`${CURP_URL}/curp/calcular_curp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${CURP_TOKEN}` },
    body: new URLSearchParams(datos),
  });
  const espera = respuesta.headers.get('retry-after'); // where it is busy, it says when to come back
  if (espera === null || intentos === 1) return respuesta.json();
  await setTimeout(espera * 1000);
  return pedir(intentos - 1);
}

try {
  const { error, code_error, error_message, response } = await pedir(4);
  if (error) {
    const problemas = response.errores ?? [{ code_error, error_message }];
    for (const problema of problemas) console.error(`${problema.code_error}: ${problema.error_message}`);
    process.exitCode = 1;
  } else {
    console.log(response.curp);
  }
} catch (error) {
  console.error(`${CURP_URL}: ${error.cause?.message ?? error.message}`);
  process.exitCode = 2;
}
