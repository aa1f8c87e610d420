<?php
// The key of a person, with PHP and nothing else:
//
//   php calcular.php nombres="María de los Ángeles" apellido_paterno="de la Cruz" apellido_materno="O'Hara" \
//     anio_nacimiento=1990 mes_nacimiento=05 dia_nacimiento=17 sexo=M entidad=09
//
// Exit code 0: the key is printed; 1: all that is wrong is; 2: there is no answer.
// A calculated key is the output of an algorithm: it proves no registration.

$url = getenv('CURP_URL') ?: 'http://127.0.0.1:3000';
$token = getenv('CURP_TOKEN') ?: 'pruebas';
$datos = [];
foreach (array_slice($argv, 1) as $dato) {
    [$nombre, $valor] = explode('=', $dato, 2);
    $datos[$nombre] = $valor;
}
$contexto = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => ['Content-Type: application/x-www-form-urlencoded', "Authorization: Bearer $token"],
    'content' => http_build_query($datos),
    'ignore_errors' => true, // where something is wrong, the body tells what
]]);

for ($intentos = 4; ; $intentos--) {
    $respuesta = @fopen("$url/curp/calcular_curp", 'r', false, $contexto);
    if ($respuesta === false) {
        break;
    }
    $encabezados = implode("\n", stream_get_meta_data($respuesta)['wrapper_data']);
    if (!preg_match('/^Retry-After: (\d+)/im', $encabezados, $partes) || $intentos === 1) {
        break;
    }
    sleep((int) $partes[1]); // it is busy, and says when to come back
}
$sobre = $respuesta ? json_decode(stream_get_contents($respuesta), true) : null;
if ($sobre === null) {
    fwrite(STDERR, "$url: " . (error_get_last()['message'] ?? 'no JSON') . "\n");
    exit(2);
}
if ($sobre['error']) {
    foreach ($sobre['response']['errores'] ?? [$sobre] as $problema) {
        fwrite(STDERR, "{$problema['code_error']}: {$problema['error_message']}\n");
    }
    exit(1);
}
echo $sobre['response']['curp'], "\n";
