/** A certificate for 127.0.0.1 that signs itself (RFC 5280), so that tests can speak TLS without any tool. */
import { generateKeyPairSync, sign } from 'node:crypto';

const der = (tag: number, ...partes: readonly Buffer[]): Buffer => {
  const contenido = Buffer.concat(partes);
  const { length } = contenido;
  const largo = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...largo]), contenido]);
};
const secuencia = (...partes: readonly Buffer[]): Buffer => der(0x30, ...partes);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const nombre = secuencia(der(0x31, secuencia(oid('550403'), der(0x0c, Buffer.from('prueba'))))); // commonName
const fecha = (anio: number): Buffer => der(0x18, Buffer.from(`${anio}0101000000Z`)); // GeneralizedTime
const extension = (id: string, valor: Buffer): Buffer => secuencia(oid(id), der(0x04, valor));

export function selfSigned(): { readonly clave: string; readonly certificado: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algoritmo = secuencia(oid('2a8648ce3d040302')); // ecdsa-with-SHA256
  const extensiones = secuencia(
    extension('551d13', secuencia(der(0x01, Buffer.from([255])))), // basicConstraints: an authority
    extension('551d11', secuencia(der(0x87, Buffer.from([127, 0, 0, 1])))), // subjectAltName: its address
  );
  const cuerpo = secuencia(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algoritmo,
    nombre,
    secuencia(fecha(2020), fecha(2100)),
    nombre,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensiones),
  );
  const firma = der(0x03, Buffer.from([0]), sign('sha256', cuerpo, privateKey));
  const base64 = secuencia(cuerpo, algoritmo, firma).toString('base64');
  return {
    clave: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificado: `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}
