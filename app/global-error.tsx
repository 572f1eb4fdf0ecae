'use client'

import { type CSSProperties, useEffect } from 'react'

// The colours of globals.css once more: globals.css itself may have failed to load.
const page: CSSProperties = {
  colorScheme: 'light dark',
  background: 'light-dark(#fffaf2, #150b1d)',
  color: 'light-dark(#22122e, #fdf5ea)',
  fontFamily: 'system-ui, sans-serif',
}
const action: CSSProperties = {
  alignItems: 'center',
  background: '#ffb51f',
  border: 0,
  borderRadius: '2rem',
  color: '#22122e',
  cursor: 'pointer',
  display: 'inline-flex',
  font: '600 1rem system-ui, sans-serif',
  minHeight: '2.75rem',
  padding: '0 1.5rem',
}

/** Shown when the root layout fails. Catalogues and fonts are not there, and neither is the language: it says in both that one may try again, or go home. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  useEffect(() => {
    console.error(error)
  }, [error])
  return (
    <html lang="en" style={page}>
      <body style={{ margin: '20vh auto', maxWidth: '28rem', padding: '0 1.25rem' }}>
        <title>Something went wrong / Kuna hitilafu · Ngoma</title>
        <main aria-live="assertive">
          <h1 style={{ fontSize: '2.25rem', lineHeight: 1.1, margin: 0 }}>Something went wrong.</h1>
          <p style={{ fontSize: '1.125rem', margin: '1rem 0 2rem' }}>
            It is not you. Try again; if it stays, come back in a few minutes.
          </p>
          <p lang="sw" style={{ fontSize: '1.125rem', margin: '1rem 0 2rem' }}>
            Kuna hitilafu imetokea. Si kosa lako. Jaribu tena; ikiendelea, rudi baada ya dakika chache.
          </p>
          <p style={{ display: 'flex', flexWrap: 'wrap', gap: '0.75rem', margin: 0 }}>
            <button type="button" onClick={retry} style={action}>
              Try again / <span lang="sw">Jaribu tena</span>
            </button>
            <a
              href="/"
              style={{ ...action, background: 'none', color: 'inherit', textUnderlineOffset: '0.25em' }}
            >
              Back to Home / <span lang="sw">Rudi mwanzo</span>
            </a>
          </p>
        </main>
      </body>
    </html>
  )
}
