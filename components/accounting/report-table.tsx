import { useId } from 'react'
import { cn } from '#components/ui/cn.ts'

type ReportTableProps = {
  title: string
  /** The page shows the title elsewhere. */
  isTitleHidden?: boolean
  heads: readonly string[]
  /** Numbers are amounts in shillings. */
  rows: readonly { id: string; cells: readonly (string | number)[] }[]
  /** Replaces an empty table. */
  empty?: string
}

const amounts = new Intl.NumberFormat('en-KE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** On phones the table scrolls sideways; its first column stays fixed. */
export function ReportTable({ title, isTitleHidden = false, heads, rows, empty = '' }: ReportTableProps) {
  const id = useId()
  return (
    <div className="min-w-0">
      <h4 id={id} className={cn('text-lg font-semibold', isTitleHidden && 'sr-only')}>
        {title}
      </h4>
      {rows.length === 0 ? (
        <p className="mt-1 text-soft">{empty}</p>
      ) : (
        <section
          aria-labelledby={id}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
          tabIndex={0}
          className="scroll-cue mt-1 overflow-x-auto rounded-2xl border border-line bg-surface"
        >
          <table className="w-full border-collapse text-sm">
            <caption className="sr-only">{title}</caption>
            <thead>
              <tr className="border-b border-line text-soft">
                {heads.map((head, place) => (
                  <th
                    key={head}
                    scope="col"
                    className={cn(
                      'px-3 py-2 font-semibold whitespace-nowrap',
                      typeof rows[0]?.cells[place] === 'number' ? 'text-end' : 'text-start',
                      place === 0 && 'sticky start-0 bg-surface',
                    )}
                  >
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ id: row, cells }) => (
                <tr key={row} className="border-b border-line last:border-b-0">
                  {heads.map((head, place) => (
                    <Cell key={head} value={cells[place] ?? ''} isFirst={place === 0} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  )
}

function Cell({ value, isFirst }: { value: string | number; isFirst: boolean }) {
  if (isFirst)
    return (
      <th
        scope="row"
        className="sticky start-0 max-w-40 bg-surface px-3 py-2 text-start font-normal sm:max-w-none"
      >
        {value}
      </th>
    )
  return typeof value === 'number' ? (
    <td className="figures px-3 py-2 text-end whitespace-nowrap">{amounts.format(value)}</td>
  ) : (
    <td className="figures px-3 py-2 whitespace-nowrap">{value}</td>
  )
}
