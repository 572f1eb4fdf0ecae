import type { ReactNode } from 'react'

type PanelProps = { title: ReactNode; titleId?: string; aside?: ReactNode; children: ReactNode }

/** A part of the desk with a title of its own. */
export function Panel({ title, titleId, aside, children }: PanelProps) {
  return (
    <section aria-labelledby={titleId} className="min-w-0 rounded-2xl border border-line bg-surface p-4">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 id={titleId} className="px-2 text-lg">
          {title}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  )
}
