import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The console: hash routes, so that it can be served from anywhere; every script and style is a file of our own. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react()],
  build: {
    target: 'es2022',
    // A strict Content-Security-Policy allows no inline script, and small pictures may stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    port: 5173,
    proxy: {
      '/api': 'http://127.0.0.1:3000',
      '/country': 'http://127.0.0.1:3000',
      '/describe': 'http://127.0.0.1:3000',
    },
  },
});
