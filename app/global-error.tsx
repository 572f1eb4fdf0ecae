'use client'

import { useEffect } from 'react'

/** The layout itself broke: no catalogue, no fonts, only a way on. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  useEffect(() => console.error(error), [error])
  return (
    <html lang="en">
      <body
        style={{
          fontFamily: 'system-ui, sans-serif',
          margin: '20vh auto',
          maxWidth: '28rem',
          padding: '0 1rem',
        }}
      >
        <h1>Something went wrong.</h1>
        <p>Try again; if it stays, come back in a few minutes.</p>
        <button
          type="button"
          onClick={retry}
          style={{ fontSize: '1rem', minHeight: '2.75rem', padding: '0 1.25rem' }}
        >
          Try again
        </button>
      </body>
    </html>
  )
}
