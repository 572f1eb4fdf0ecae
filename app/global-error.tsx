'use client'

import { useEffect } from 'react'

// Inline styles, because globals.css may have failed to load.
const styles =
  'html{background:light-dark(#fffaf2,#150b1d);color:light-dark(#22122e,#fdf5ea);color-scheme:light dark;font:1.125rem system-ui}' +
  'body{margin:20vh auto;max-width:28rem;padding:0 1.25rem}h1{line-height:1.1}' +
  'button,a{background:#ffb51f;border:0;border-radius:2rem;color:#22122e;cursor:pointer;display:inline-block;font:600 1rem/2.75rem system-ui;margin:1rem .75rem 0 0;padding:0 1.5rem}' +
  'a{background:none;color:inherit}'

/** Replaces a failing root layout, without catalogue and language: in both languages. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  useEffect(() => {
    console.error(error)
  }, [error])
  return (
    <html lang="en">
      <body>
        <title>Something went wrong / Kuna hitilafu · Ngoma</title>
        <style>{styles}</style>
        <main aria-live="assertive">
          <h1>Something went wrong.</h1>
          <p>It is not you. Try again; if it stays, come back in a few minutes.</p>
          <p lang="sw">
            Kuna hitilafu imetokea. Si kosa lako. Jaribu tena; ikiendelea, rudi baada ya dakika chache.
          </p>
          <button type="button" onClick={retry}>
            Try again / <span lang="sw">Jaribu tena</span>
          </button>
          <a href="/">
            Back to Home / <span lang="sw">Rudi mwanzo</span>
          </a>
        </main>
      </body>
    </html>
  )
}
