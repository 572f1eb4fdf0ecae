import type { ReactNode } from 'react'

type TabHeadProps = { title: string; note?: ReactNode; children?: ReactNode }

export function TabHead({ title, note, children }: TabHeadProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="min-w-0 max-w-3xl">
        <h2 className="text-xl">{title}</h2>
        {note ? <div className="mt-0.5 text-sm text-soft">{note}</div> : null}
      </div>
      {children ? <div className="flex flex-wrap gap-2">{children}</div> : null}
    </div>
  )
}
