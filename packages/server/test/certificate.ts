/** Creates a self-signed certificate for 127.0.0.1 (RFC 5280), so that tests of TLS need no tool. */
import { generateKeyPairSync, sign } from 'node:crypto';

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('prueba'))))); // commonName
const date = (year: number): Buffer => der(0x18, Buffer.from(`${year}0101000000Z`)); // GeneralizedTime
const extension = (id: string, value: Buffer): Buffer => sequence(oid(id), der(0x04, value));

export function selfSigned(): { readonly key: string; readonly certificate: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid('2a8648ce3d040302')); // ecdsa-with-SHA256
  const extensions = sequence(
    extension('551d13', sequence(der(0x01, Buffer.from([255])))), // basicConstraints: an authority
    extension('551d11', sequence(der(0x87, Buffer.from([127, 0, 0, 1])))), // subjectAltName: its address
  );
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(date(2020), date(2100)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const base64 = sequence(body, algorithm, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}
