import type { ReactNode } from 'react'

/** Opens the video's page in a new tab. */
export function OpenVideo({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className="text-sm">
      <a
        className="inline-flex min-h-11 items-center font-semibold underline"
        href={`/video/${id}`}
        target="_blank"
        rel="noreferrer"
      >
        {children}
      </a>
    </p>
  )
}
