// Bytes of a file as text, for the door to Rust.

/** Bytes turned into characters at a time: more arguments than this a call may not have. */
const CHUNK = 32_768;

export function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return btoa(text);
}
