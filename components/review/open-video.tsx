import type { ReactNode } from 'react'

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
