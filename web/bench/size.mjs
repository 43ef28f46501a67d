// What the browser has to fetch to show the page, compressed. Run after `npm run build`.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const LIMIT = 200_000;
const dist = new URL('../dist/', import.meta.url).pathname;
let gzip = 0;
let brotli = 0;
for (const file of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  if (!file.isFile() || !/\.(html|js|css|svg)$/.test(file.name)) continue;
  const data = readFileSync(join(file.parentPath ?? file.path, file.name));
  const g = gzipSync(data, { level: 9 }).length;
  const b = brotliCompressSync(data).length;
  gzip += g;
  brotli += b;
  console.log(
    `${file.name.padEnd(28)} ${String(data.length).padStart(8)} B  gzip ${String(g).padStart(6)}  brotli ${String(b).padStart(6)}`,
  );
}
console.log(
  `${'all'.padEnd(28)} ${''.padStart(8)}    gzip ${String(gzip).padStart(6)}  brotli ${String(brotli).padStart(6)}`,
);
if (gzip > LIMIT) {
  console.error(`more than ${LIMIT} bytes`);
  process.exitCode = 1;
}
