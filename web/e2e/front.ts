// The page from `dist` in front of a program that carries another one: a release build has the page it was built with in it.
import { fileURLToPath } from 'node:url';
import { preview } from 'vite';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** As the program itself sends it. */
const POLICY =
  "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves `dist`, hands everything under `/api` on to `server`, and says its own address. */
export async function front(server: string): Promise<{ url: string; close(): Promise<void> }> {
  const served = await preview({
    root: ROOT,
    logLevel: 'silent',
    preview: {
      host: '127.0.0.1',
      port: 0,
      headers: { 'content-security-policy': POLICY },
      // The program compares `Host` with `Origin`: both stay as the browser sent them.
      proxy: { '/api': { target: server, ws: true, changeOrigin: false } },
    },
  });
  const url = served.resolvedUrls?.local[0]?.replace(/\/$/, '');
  if (!url) throw new Error('the page has no address');
  return { url, close: () => served.close() };
}
