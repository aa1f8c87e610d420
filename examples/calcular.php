<?php
// Asks the service for the CURP of a person, with PHP alone:
//
//   php calcular.php nombres="María de los Ángeles" apellido_paterno="de la Cruz" apellido_materno="O'Hara" \
//     anio_nacimiento=1990 mes_nacimiento=05 dia_nacimiento=17 sexo=M entidad=09
//
// Exit code 0: prints the key. 1: prints every problem with the data. 2: the service did not answer.
// A calculated key is the output of an algorithm: it proves no registration.

$url = getenv('CURP_URL') ?: 'http://127.0.0.1:3000';
$token = getenv('CURP_TOKEN') ?: 'pruebas';
$data = [];
foreach (array_slice($argv, 1) as $pair) {
    [$name, $value] = explode('=', $pair, 2);
    $data[$name] = $value;
}
$context = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => ['Content-Type: application/x-www-form-urlencoded', "Authorization: Bearer $token"],
    'content' => http_build_query($data),
    'ignore_errors' => true, // the body of an error says what is wrong
]]);

for ($attempts = 4; ; $attempts--) {
    $response = @fopen("$url/curp/calcular_curp", 'r', false, $context);
    if ($response === false) {
        break;
    }
    $headers = implode("\n", stream_get_meta_data($response)['wrapper_data']);
    if (!preg_match('/^Retry-After: (\d+)/im', $headers, $parts) || $attempts === 1) {
        break;
    }
    sleep((int) $parts[1]); // the service is busy and says when to try again
}
$envelope = $response ? json_decode(stream_get_contents($response), true) : null;
if ($envelope === null) {
    fwrite(STDERR, "$url: " . (error_get_last()['message'] ?? 'no JSON') . "\n");
    exit(2);
}
if ($envelope['error']) {
    foreach ($envelope['response']['errores'] ?? [$envelope] as $problem) {
        fwrite(STDERR, "{$problem['code_error']}: {$problem['error_message']}\n");
    }
    exit(1);
}
echo $envelope['response']['curp'], "\n";
