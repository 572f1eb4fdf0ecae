import { Check, Columns3 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { DropdownMenu } from 'radix-ui'
import { buttonStyle } from '#components/ui/button.tsx'
import { addressWith, useAddressText } from '#components/ui/use-address-param.ts'
import { replaceAddress } from '#lib/client/browser/replace-address.ts'
import type { StaffColumn } from './staff-table.tsx'

const PARAM = 'columns'

type AnyColumn = Pick<StaffColumn<never>, 'id' | 'head' | 'wideOnly' | 'isFixed'>

/** The first column names the row, so it is always shown. */
const isFixed = (columns: readonly AnyColumn[], column: AnyColumn) =>
  column === columns[0] || column.isFixed === true

/** The columns that the address names, by default all. A chosen column is shown on tablets too. */
export function useChosenColumns<Column extends AnyColumn>(columns: readonly Column[]): readonly Column[] {
  return chosenColumns(columns, useAddressText(PARAM))
}

/** @param given the address's parameter */
export function chosenColumns<Column extends AnyColumn>(
  columns: readonly Column[],
  given: string | null,
): readonly Column[] {
  if (given === null) return columns
  const ids = given.split(',')
  return columns.flatMap((column) => {
    if (isFixed(columns, column)) return [column]
    return ids.includes(column.id) ? [{ ...column, wideOnly: false }] : []
  })
}

/** Hidden on phones, which show only the first column. */
export function ColumnChoice({ columns }: { columns: readonly AnyColumn[] }) {
  const t = useTranslations('Desk')
  const given = useAddressText(PARAM)
  const open = columns.filter((column) => !isFixed(columns, column))
  if (open.length < 2) return null
  const isWide = () => window.matchMedia('(width >= 80rem)').matches
  const shown = () =>
    given === null
      ? open.filter(({ wideOnly }) => !wideOnly || isWide()).map(({ id }) => id)
      : given.split(',')
  const turn = (id: string, isShown: boolean) => {
    const next = isShown ? [...shown(), id] : shown().filter((one) => one !== id)
    const ids = open.filter((column) => next.includes(column.id)).map((column) => column.id)
    replaceAddress(addressWith({ [PARAM]: ids.join(',') }))
  }
  const item =
    'flex min-h-9 cursor-pointer items-center gap-2 rounded-lg px-3 text-sm data-highlighted:bg-sunken pointer-coarse:min-h-11'
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className={buttonStyle({ size: 'snug', className: 'max-md:hidden' })}>
        <Columns3 aria-hidden="true" className="size-4" /> {t('columns')}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="z-40 min-w-52 rounded-xl border border-line bg-surface p-1 text-ink shadow-lift"
        >
          <DropdownMenu.Label className="px-3 py-1.5 text-xs font-semibold text-soft">
            {t('columnsShown')}
          </DropdownMenu.Label>
          {open.map(({ id, head }) => (
            <DropdownMenu.CheckboxItem
              key={id}
              checked={shown().includes(id)}
              onCheckedChange={(isShown) => turn(id, isShown)}
              onSelect={(event) => event.preventDefault()}
              className={item}
            >
              <span className="grid size-4 place-items-center">
                <DropdownMenu.ItemIndicator>
                  <Check aria-hidden="true" className="size-4" />
                </DropdownMenu.ItemIndicator>
              </span>
              {head}
            </DropdownMenu.CheckboxItem>
          ))}
          {given === null ? null : (
            <DropdownMenu.Item
              onSelect={() => replaceAddress(addressWith({ [PARAM]: null }))}
              className={`${item} mt-1 ps-9`}
            >
              {t('columnsReset')}
            </DropdownMenu.Item>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
