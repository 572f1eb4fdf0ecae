import { ChevronDown } from 'lucide-react'
import { addressWith } from '#components/ui/use-address-param.ts'
import { visit } from '#lib/client/browser/navigation-events.ts'
import { PAGE_PARAM } from './use-table-address.ts'

export const STATUS_PARAM = 'status'

type StatusFilterProps<Status extends string> = {
  label: string
  options: readonly { value: Status; words: string }[]
  /** The default status, which needs no parameter. */
  usual: Status
  selected: Status
}

export function StatusFilter<Status extends string>(props: StatusFilterProps<Status>) {
  const { label, options, usual, selected } = props
  return (
    <label className="relative inline-block max-w-full">
      <span className="sr-only">{label}</span>
      <select
        value={selected}
        onChange={({ target }) =>
          visit(
            addressWith({
              [STATUS_PARAM]: target.value === usual ? null : target.value,
              [PAGE_PARAM]: null,
            }),
          )
        }
        className="h-11 max-w-full appearance-none truncate rounded-full border border-edge bg-surface ps-4 pe-11 font-semibold"
      >
        {options.map(({ value, words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute end-4 top-1/2 size-5 -translate-y-1/2"
      />
    </label>
  )
}
