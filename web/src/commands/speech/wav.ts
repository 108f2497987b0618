/** Audio that was streamed does not know its own length; whole, it can. Some players refuse it otherwise. */

const HEADER = 44;
const UNKNOWN = 0xffffffff;

/** The same bytes, with true lengths where a WAV says that it does not know them. */
export function withLength(bytes: ArrayBuffer): ArrayBuffer {
  const view = new DataView(bytes);
  if (bytes.byteLength < HEADER || view.getUint32(0) !== 0x52494646 || view.getUint32(40, true) !== UNKNOWN)
    return bytes;
  view.setUint32(4, bytes.byteLength - 8, true);
  view.setUint32(40, bytes.byteLength - HEADER, true);
  return bytes;
}
