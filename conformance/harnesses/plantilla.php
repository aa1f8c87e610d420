<?php
// A template of a harness: replace the body of $validar, and add the other operations of your code.
$validar = fn(array $entrada): array => ['valido' => preg_match('/^[A-Z]{4}\d{6}[HMX][A-Z]{5}[0-9A-Z]\d$/', $entrada['curp']) === 1];
$operaciones = ['validar' => $validar];

while (($linea = fgets(STDIN)) !== false) {
    $mensaje = json_decode($linea, true);
    if ($mensaje['op'] === 'fin') {
        break;
    }
    $respuesta = $mensaje['op'] === 'inicio'
        ? [
            'version' => 1,
            'nombre' => 'plantilla.php',
            'version_de_implementacion' => '1',
            'lenguaje' => 'PHP',
            'ops' => array_keys($operaciones),
        ]
        : ['id' => $mensaje['id'], 'salida' => $operaciones[$mensaje['op']]($mensaje['entrada'])];
    echo json_encode($respuesta), "\n";
}
