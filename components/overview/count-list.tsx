'use client'

import { useId } from 'react'
import { DeskLink } from '#components/desk/desk-link.tsx'
import { Panel } from '#components/desk/panel.tsx'
import { useFormats } from '#components/ui/use-formats.ts'

type CountListProps = {
  title: string
  rows: readonly { id: string; words: string; count: number; href?: string }[]
}

/** Counts beside each other, each with its part of the whole as a bar. */
export function CountList({ title, rows }: CountListProps) {
  const formats = useFormats()
  const id = useId()
  const whole = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <Panel title={title} titleId={id}>
      <ul aria-labelledby={id} className="grid gap-1">
        {rows.map((row) => (
          <li key={row.id}>
            <DeskLink href={row.href} className="block rounded-xl px-2 py-1.5">
              <span className="flex items-baseline justify-between gap-3">
                <span>{row.words}</span>
                <span className="figures font-semibold">{formats.count(row.count)}</span>
              </span>
              <span aria-hidden="true" className="mt-1 block h-1.5 overflow-hidden rounded-full bg-sunken">
                <span
                  className="block h-full rounded-full bg-leaf"
                  style={{ width: `${(row.count / whole) * 100}%` }}
                />
              </span>
            </DeskLink>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
